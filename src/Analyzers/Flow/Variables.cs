using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.FlowAnalysis;

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
