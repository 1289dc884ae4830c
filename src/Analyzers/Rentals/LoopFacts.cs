using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Rentals;

/// <summary>The facts that one pass over a loop collects.</summary>
internal sealed class LoopFacts
{
    private readonly HashSet<ISymbol> _variant = new(SymbolEqualityComparer.Default);

    private LoopFacts()
    {
    }

    /// <summary>Whether the loop awaits or yields, so that no renter can be held around it.</summary>
    public bool Suspends { get; private set; }

    /// <summary>The variables whose rental the loop ends explicitly, hands over or lets escape.</summary>
    public HashSet<ISymbol> GivenAway { get; } = new(SymbolEqualityComparer.Default);

    public static LoopFacts Of(ILoopOperation loop, RentalTypes types, CancellationToken cancellation)
    {
        var facts = new LoopFacts();
        foreach (IOperation operation in loop.DescendantsAndSelf().WithCheckpoints(cancellation))
            facts.Add(operation, types);

        return facts;
    }

    /// <summary>Whether the form of an expression shows that it has the same value in each round.</summary>
    public bool IsInvariant(IOperation value) => value switch
    {
        { ConstantValue.HasValue: true } => true,
        ILocalReferenceOperation { Local: { RefKind: RefKind.None } local } => !_variant.Contains(local),
        IParameterReferenceOperation { Parameter: { RefKind: RefKind.None or RefKind.In } parameter } => !_variant.Contains(parameter),
        IFieldReferenceOperation { Field.IsReadOnly: true, Instance: null or IInstanceReferenceOperation } => true,
        IPropertyReferenceOperation { Property: { Name: "Length", ContainingNamespace.Name: "System" }, Instance: { } instance } => IsInvariant(instance),
        IBinaryOperation { OperatorMethod: null } binary => IsInvariant(binary.LeftOperand) && IsInvariant(binary.RightOperand),
        IConversionOperation { OperatorMethod: null } conversion => IsInvariant(conversion.Operand),
        _ => false,
    };

    private void Add(IOperation operation, RentalTypes types)
    {
        Suspends |= Suspension.WordOf(operation) is not null;
        switch (operation)
        {
            case IVariableDeclaratorOperation declarator:
                _variant.Add(declarator.Symbol);
                break;
            case ILocalReferenceOperation mention:
                Add(mention, mention.Local, types);
                break;
            case IParameterReferenceOperation mention:
                Add(mention, mention.Parameter, types);
                break;
        }
    }

    private void Add(IOperation mention, ISymbol variable, RentalTypes types)
    {
        if (types.KindOf(mention.Type) != RentalKind.None && types.UseOf(mention) != RentalUse.Read)
            GivenAway.Add(variable);

        if (IsWritten(mention))
            _variant.Add(variable);
    }

    /// <summary>Whether a mention of a variable may change it.</summary>
    public static bool IsWritten(IOperation mention) => mention.Parent switch
    {
        IAssignmentOperation assignment => assignment.Target == mention,
        IIncrementOrDecrementOperation => true,
        IArgumentOperation { Parameter.RefKind: RefKind.Ref or RefKind.Out } => true,
        ITupleOperation => true, // perhaps the target of a deconstruction
        IAddressOfOperation => true,
        IVariableInitializerOperation { Parent: IVariableDeclaratorOperation { Symbol.RefKind: not RefKind.None } } => true, // a ref to the variable
        _ => false,
    };
}
