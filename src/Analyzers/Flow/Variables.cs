using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.FlowAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Flow;

/// <summary>
/// Numbers all variables that can hold a rental or show whether there is one: locals, parameters, fields of the own type, the compiler's
/// captures, values of rent expressions, and conditions that are evaluated more than once.
/// </summary>
internal sealed class Variables
{
    private readonly Dictionary<object, int> _numbers = [];
    private readonly List<object?> _keys = [null]; // Source.NoVariable
    private readonly List<int> _fields = [];
    private readonly List<int> _references = [];
    private readonly List<int> _results = [];
    private readonly List<int> _running = [];
    private readonly List<int> _held = [];
    private readonly Dictionary<int, HashSet<int>> _askedBy = [];

    /// <summary>The fields among the variables.</summary>
    public IReadOnlyList<int> Fields => _fields;

    /// <summary>The variables that keep their value when the body ends: the fields, and the variables of the caller in ref and out parameters.</summary>
    public IEnumerable<int> Lasting => _fields.Concat(_references);

    /// <summary>The returned values, one variable for each return statement.</summary>
    public IReadOnlyList<int> Results => _results;

    public bool IsResult(int variable) => _results.Contains(variable);

    /// <summary>The tasks that no code can wait for, one variable for each call.</summary>
    public IReadOnlyList<int> Running => _running;

    /// <summary>The tasks that a local holds and that nothing has waited for, one variable for each call.</summary>
    public IReadOnlyList<int> Held => _held;

    public int Of(ISymbol symbol) => Number(symbol);

    public int Of(CaptureId capture) => Number(capture);

    /// <summary>The value of a rent expression.</summary>
    public int OfRent(IOperation rent) => Number(rent);

    /// <summary>The value of an expression that received rentals.</summary>
    public int OfCarrier(IOperation expression) => Number((expression, "carrier"));

    /// <summary>The answer of a test that is a value, not the condition of a branch.</summary>
    public int OfAnswer(IOperation test) => Number((test, "answer"));

    /// <summary>The value that a return statement returns.</summary>
    public int OfResult(IOperation value)
    {
        int number = Number((value, "returned"));
        _results.Add(number);
        return number;
    }

    /// <summary>The task of a call that no code can wait for.</summary>
    public int OfRunning(IOperation call)
    {
        int number = Number((call, "running"));
        _running.Add(number);
        return number;
    }

    /// <summary>The task of a call, until the local that holds it is mentioned.</summary>
    public int OfHeld(IOperation call)
    {
        int number = Number((call, "held"));
        _held.Add(number);
        return number;
    }

    /// <summary>The value of a return statement, or the call of a task.</summary>
    public IOperation OperationOf(int variable) => (((IOperation, string))_keys[variable]!).Item1;

    /// <summary>A condition, identified by its text. Its answer becomes unknown when one of the symbols is assigned.</summary>
    public int OfCondition(string text, IEnumerable<ISymbol> dependsOn)
    {
        int condition = Number(text);
        if (!_askedBy.TryGetValue(condition, out HashSet<int> asked))
            _askedBy.Add(condition, asked = []);

        asked.UnionWith(dependsOn.Select(Of));
        return condition;
    }

    public bool IsCondition(int variable) => _askedBy.ContainsKey(variable);

    /// <summary>The variables that the answer of a condition depends on; empty for other variables.</summary>
    public IReadOnlyCollection<int> AskedBy(int condition) => _askedBy.TryGetValue(condition, out HashSet<int> asked) ? asked : [];

    /// <summary>Whether the answer of a condition depends on a variable.</summary>
    public bool IsAskedBy(int condition, int variable) => _askedBy.TryGetValue(condition, out HashSet<int> asked) && asked.Contains(variable);

    /// <summary>The locals and parameters of a name.</summary>
    public IEnumerable<int> Named(string name) => Enumerable.Range(0, _keys.Count)
        .Where(number => _keys[number] is ILocalSymbol or IParameterSymbol && ((ISymbol)_keys[number]!).Name == name);

    /// <summary>The symbol of a variable; null for variables without a name in the source.</summary>
    public ISymbol? SymbolOf(int variable) => _keys[variable] as ISymbol;

    private int Number(object key)
    {
        if (!_numbers.TryGetValue(key, out int number))
        {
            number = _keys.Count;
            _numbers.Add(key, number);
            _keys.Add(key);
            if (key is IFieldSymbol)
                _fields.Add(number);
            else if (key is IParameterSymbol { RefKind: RefKind.Ref or RefKind.Out })
                _references.Add(number);
        }

        return number;
    }
}

/// <summary>The variables that the lambdas and local functions of a body share with it. The flow analysis needs them before it starts.</summary>
internal sealed class SharedVariables
{
    private readonly HashSet<ISymbol> _captured = new(SymbolEqualityComparer.Default);
    private readonly HashSet<ISymbol> _assignedInside = new(SymbolEqualityComparer.Default);
    private readonly List<(IMethodSymbol Function, ISymbol Symbol, IOperation Mention)> _mentions = [];

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
            case IAssignmentOperation assignment:
                Assigned(assignment.Target, function);
                break;
            case IIncrementOrDecrementOperation increment:
                Assigned(increment.Target, function);
                break;
            case IArgumentOperation { Parameter.RefKind: RefKind.Ref or RefKind.Out } argument:
                Assigned(argument.Value, function);
                break;
        }

        if (function is not null && SymbolOf(operation) is { } symbol && IsOutside(symbol, function))
        {
            _captured.Add(symbol);
            _mentions.Add((function, symbol, operation));
        }
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
