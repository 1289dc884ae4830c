using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Generator.Analyzers.Flow;

/// <summary>What a method whose source is there does with an array or memory that it is given. Safe from any thread.</summary>
internal sealed class ParameterUse(Callees callees)
{
    private readonly ConcurrentDictionary<IParameterSymbol, Passing> _passings = new(SymbolEqualityComparer.Default);
    private readonly ConcurrentDictionary<IParameterSymbol, bool> _lengths = new(SymbolEqualityComparer.Default);

    /// <summary>What becomes of the argument; null where the source of the method is not there.</summary>
    public Passing? PassingTo(IParameterSymbol parameter)
    {
        IParameterSymbol declared = parameter.OriginalDefinition;
        if (declared.ContainingSymbol is not IMethodSymbol method || callees.BodyOf(method) is not { } body)
            return null;

        if (_passings.TryGetValue(declared, out Passing known))
            return known;

        // While a method is read, its calls of itself lend: so recursion ends.
        _passings[declared] = Passing.Lent;
        HashSet<ISymbol> names = NamesOf(declared, method, body);
        Passing passing = Mentions(body, names).Select(mention => PassingBy(mention, names)).DefaultIfEmpty(Passing.Lent).Max();
        return _passings[declared] = passing;
    }

    /// <summary>Whether the method takes the length of what it is given for the count of what is in it, or is asked for.</summary>
    public bool CountsByLength(IParameterSymbol parameter)
    {
        IParameterSymbol declared = parameter.OriginalDefinition;
        return declared.ContainingSymbol is IMethodSymbol method
            && callees.BodyOf(method) is { } body
            && _lengths.GetOrAdd(declared, _ => Mentions(body, NamesOf(declared, method, body)).Any(mention => LengthUse.IsCount(mention, declared)));
    }

    // The parameter and the locals that stand for it or for a view of it.
    private static HashSet<ISymbol> NamesOf(IParameterSymbol parameter, IMethodSymbol method, IOperation body)
    {
        IMethodSymbol declared = method.ReducedFrom ?? method;
        declared = (declared.PartialImplementationPart ?? declared).OriginalDefinition;
        HashSet<ISymbol> names = new(SymbolEqualityComparer.Default) { declared.Parameters[parameter.Ordinal] };
        int count;
        do
        {
            count = names.Count;
            foreach (IOperation mention in Mentions(body, names).ToArray())
            {
                if (TargetOf(ValueOf(mention)) is { } local && !local.Type.IsRefLikeType && local.Type.TypeKind != TypeKind.Pointer)
                    names.Add(local);
            }
        }
        while (names.Count > count);

        return names;
    }

    private static IEnumerable<IOperation> Mentions(IOperation body, HashSet<ISymbol> names) => body.DescendantsAndSelf().Where(operation => operation switch
    {
        ILocalReferenceOperation local => names.Contains(local.Local),
        IParameterReferenceOperation parameter => names.Contains(parameter.Parameter),
        _ => false,
    });

    private Passing PassingBy(IOperation mention, HashSet<ISymbol> names)
    {
        if (mention.Type?.IsRefLikeType == true)
            return Passing.Lent;
        if (IsInsideFunction(mention, names))
            return Passing.Kept;

        IOperation value = ValueOf(mention);
        return value.Parent switch
        {
            IVariableInitializerOperation => Passing.Lent, // another name of it
            ISimpleAssignmentOperation assignment when assignment.Value == value => TargetOf(value) is null ? Passing.Kept : Passing.Lent,
            IReturnOperation => Passing.Unknown, // the value of the call carries it
            ITupleOperation or IArrayInitializerOperation or IFieldInitializerOperation or IPropertyInitializerOperation => Passing.Kept,
            IArgumentOperation argument => PassingTo(argument, value),
            IAnonymousObjectCreationOperation or { Syntax: CollectionExpressionSyntax } => Passing.Kept,
            _ => Passing.Lent,
        };
    }

    private Passing PassingTo(IArgumentOperation argument, IOperation value)
    {
        if (argument.Parameter is not { } parameter || parameter.RefKind is RefKind.Ref or RefKind.Out || argument.Parent is IObjectCreationOperation)
            return Passing.Kept;

        return parameter.Type.IsRefLikeType ? Passing.Lent : PassingTo(parameter) ?? Handing.ByName(argument, value);
    }

    // What is converted, chosen or viewed is still the same memory.
    private static IOperation ValueOf(IOperation operation) => operation.Parent switch
    {
        IConversionOperation { Type.IsRefLikeType: false } conversion => ValueOf(conversion),
        IConditionalOperation conditional when conditional.Condition != operation && conditional.Type is not null => ValueOf(conditional),
        ICoalesceOperation coalesce => ValueOf(coalesce),
        IArgumentOperation { Parent: { } call } when call.Type?.IsRefLikeType == false && Views.ViewedBy(call) == operation => ValueOf(call),
        IInvocationOperation call when call.Type?.IsRefLikeType == false && Views.ViewedBy(call) == operation => ValueOf(call),
        _ => operation,
    };

    private static ILocalSymbol? TargetOf(IOperation value) => value.Parent switch
    {
        IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator } => declarator.Symbol,
        ISimpleAssignmentOperation { Target: ILocalReferenceOperation local } assignment when assignment.Value == value => local.Local,
        _ => null,
    };

    // A lambda may run at any time.
    private static bool IsInsideFunction(IOperation mention, HashSet<ISymbol> names)
    {
        for (IOperation? operation = mention.Parent; operation is not null; operation = operation.Parent)
        {
            if (operation is IAnonymousFunctionOperation lambda)
                return !names.Any(name => SymbolEqualityComparer.Default.Equals(name.ContainingSymbol, lambda.Symbol));
        }

        return false;
    }
}
