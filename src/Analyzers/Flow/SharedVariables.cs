using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Flow;

/// <summary>
/// The variables that the lambdas and local functions of a body share with it, the references that change, and the constants that variables are compared
/// with. The flow analysis needs them before it starts.
/// </summary>
internal sealed class SharedVariables
{
    private readonly HashSet<ISymbol> _captured = new(SymbolEqualityComparer.Default);
    private readonly HashSet<ISymbol> _assignedInside = new(SymbolEqualityComparer.Default);
    private readonly HashSet<ISymbol> _rebound = new(SymbolEqualityComparer.Default);
    private readonly List<(IMethodSymbol Function, ISymbol Symbol, IOperation Mention)> _mentions = [];
    private readonly Dictionary<ISymbol, List<Comparison>> _comparisons = new(SymbolEqualityComparer.Default);

    public SharedVariables(IOperation body, CancellationToken cancellation)
    {
        // Uses an explicit stack, because a sum of thousands of terms is nested thousands of levels deep.
        var left = new Stack<(IOperation Operation, IMethodSymbol? Function)>();
        left.Push((body, null));
        while (left.Count > 0)
        {
            cancellation.Checkpoint();
            (IOperation operation, IMethodSymbol? function) = left.Pop();
            function = FunctionOf(operation) ?? function;
            Note(operation, function);
            foreach (IOperation child in operation.ChildOperations)
                left.Push((child, function));
        }
    }

    /// <summary>Whether a lambda or local function mentions the symbol. The variable then lives as long as the function.</summary>
    public bool IsCaptured(ISymbol symbol) => _captured.Contains(symbol);

    /// <summary>Whether a lambda or local function assigns the symbol. The time of the assignment is then unknown.</summary>
    public bool IsAssignedInside(ISymbol symbol) => _assignedInside.Contains(symbol);

    /// <summary>Whether the body makes a <c>ref</c> local refer to another variable than at first.</summary>
    public bool IsRebound(ILocalSymbol reference) => _rebound.Contains(reference);

    /// <summary>Where the variable, the left operand, is compared with a constant other than null.</summary>
    public IEnumerable<Comparison> ComparisonsOf(ISymbol symbol) => _comparisons.TryGetValue(symbol, out List<Comparison> comparisons) ? comparisons : [];

    /// <summary>Where a lambda or a local function, or a function in it, mentions variables of the code around it.</summary>
    public IEnumerable<(ISymbol Symbol, IOperation Mention)> MentionsIn(IMethodSymbol function) => _mentions
        .Where(mention => IsOutside(mention.Symbol, function) && IsIn(mention.Function, function))
        .Select(static mention => (mention.Symbol, mention.Mention));

    private static bool IsIn(ISymbol? inner, IMethodSymbol function)
        => inner is not null && (SymbolEqualityComparer.Default.Equals(inner, function) || IsIn(inner.ContainingSymbol, function));

    private static IMethodSymbol? FunctionOf(IOperation operation) => operation switch
    {
        IAnonymousFunctionOperation lambda => lambda.Symbol,
        ILocalFunctionOperation local => local.Symbol,
        _ => null,
    };

    private void Note(IOperation operation, IMethodSymbol? function)
    {
        switch (operation)
        {
            case ISimpleAssignmentOperation { IsRef: true, Target: ILocalReferenceOperation { Local: var reference } }:
                _rebound.Add(reference);
                break;
            case IAssignmentOperation assignment:
                Assigned(assignment.Target, function);
                break;
            case IIncrementOrDecrementOperation increment:
                Assigned(increment.Target, function);
                break;
            case IArgumentOperation { Parameter.RefKind: RefKind.Ref or RefKind.Out } argument:
                Assigned(argument.Value, function);
                break;
            case IBinaryOperation { RightOperand.ConstantValue.Value: not null } comparison:
                Compared(new Comparison(comparison.OperatorKind, comparison.LeftOperand, comparison.RightOperand));
                break;
            case ISingleValueCaseClauseOperation { Value: { ConstantValue.Value: not null } value, Parent.Parent: ISwitchOperation choice }:
                Compared(new Comparison(BinaryOperatorKind.Equals, choice.Value, value));
                break;
        }

        if (function is not null && SymbolOf(operation) is { } symbol && IsOutside(symbol, function))
        {
            _captured.Add(symbol);
            _mentions.Add((function, symbol, operation));
        }
    }

    private void Compared(Comparison comparison)
    {
        IOperation value = Conversions.Unwrap(comparison.Left);
        if (value is IFieldReferenceOperation { Instance: not (null or IInstanceReferenceOperation) } || SymbolOf(value) is not { } symbol)
            return;

        if (!_comparisons.TryGetValue(symbol, out List<Comparison> comparisons))
            _comparisons.Add(symbol, comparisons = []);
        comparisons.Add(comparison);
    }

    private void Assigned(IOperation target, IMethodSymbol? function)
    {
        if (target is ITupleOperation or IDeclarationExpressionOperation)
        {
            foreach (IOperation part in target.ChildOperations)
                Assigned(part, function);
        }
        else if (function is not null && SymbolOf(target) is { } symbol && IsOutside(symbol, function))
        {
            _assignedInside.Add(symbol);
        }
    }

    private static ISymbol? SymbolOf(IOperation operation) => operation switch
    {
        ILocalReferenceOperation local => local.Local,
        IParameterReferenceOperation parameter => parameter.Parameter,
        IFieldReferenceOperation field => field.Field,
        _ => null,
    };

    private static bool IsOutside(ISymbol symbol, IMethodSymbol function)
        => symbol is not IFieldSymbol && !SymbolEqualityComparer.Default.Equals(symbol.ContainingSymbol, function);
}
