using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.FlowAnalysis;

namespace PooledGen.Analyzers.Flow;

/// <summary>
/// One possible history of one rental at a point of the body: whether and where it was ended, which variables hold it, and the known values
/// of other variables. Facts with different histories stay apart, so that "rented, and the variable is set" never mixes with "not rented, and the
/// variable is null". Immutable, and equal by value, so that each history is examined once.
/// </summary>
internal sealed class Fact : IEquatable<Fact>
{
    private readonly History _history;
    private readonly int[] _values; // variable * 16 + value, ascending; unknown variables are omitted
    private readonly int _hash;

    private Fact(History history, int[] values)
    {
        _history = history;
        _values = values;
        _hash = history.GetHashCode();
        foreach (int value in values)
            _hash = _hash * 31 + value;
    }

    /// <summary>The empty fact at the start of a body, without a rental.</summary>
    public static Fact Nothing { get; } = new(default, []);

    /// <summary>The rental; null if the fact is only about variables.</summary>
    public Rental? Rental => _history.Rental;

    /// <summary>The call that ended the rental; null while it is held.</summary>
    public IOperation? End => _history.End;

    /// <summary>Whether the rental or a view of it was used before its end, so that it may hold something.</summary>
    public bool Used => _history.Used;

    /// <summary>Whether a use after the end was reported. Later uses are the same problem, but a second end is another one.</summary>
    public bool Misused => _history.Misused;

    /// <summary>Whether other code may end the rental.</summary>
    public bool Escaped => _history.Escaped;

    /// <summary>The calls that received the rental and may have kept it, one bit for each: see <see cref="StepKind.Pass"/>.</summary>
    public int Passes => _history.Passes;

    /// <summary>The first exception that was thrown since the rental began.</summary>
    public Failure Threw => _history.Threw;

    /// <summary>Whether a comparison has shown that the array's length equals a count.</summary>
    public bool Fits => _history.Fits;

    /// <summary>Where the flow continues after the innermost finally block; null outside of one.</summary>
    public Continuation? Pending => _history.Pending;

    /// <summary>The number of variables with a known value.</summary>
    public int Size => _values.Length;

    /// <summary>Whether a variable still holds the rental or a view of it.</summary>
    public bool IsHeld => Array.Exists(_values, static entry => (Value)(entry & 15) >= Value.View);

    public Fact Begin(Rental rental, int holder, bool escaped)
        => new Fact(new History { Rental = rental, Escaped = escaped, Pending = Pending }, _values).With(holder, Value.Rental);

    public Fact WithEnd(IOperation end) => With(_history with { End = end, Used = false });

    public Fact WithUse() => Used || End is not null ? this : With(_history with { Used = true });

    public Fact WithMisuse() => With(_history with { Misused = true });

    public Fact WithEscape() => Escaped ? this : With(_history with { Escaped = true, Passes = 0 });

    public Fact WithPass(int pass) => Escaped || (Passes & pass) != 0 ? this : With(_history with { Passes = Passes | pass });

    public Fact WithThrow(Failure failure) => Threw != Failure.None || Rental is null ? this : With(_history with { Threw = failure });

    public Fact WithPending(Continuation? pending) => With(_history with { Pending = pending });

    private Fact WithFit() => Fits ? this : With(_history with { Fits = true });

    private Fact With(History history) => new(history, _values);

    public Value this[int variable]
    {
        get
        {
            int index = IndexOf(variable);
            return index >= 0 ? (Value)(_values[index] & 15) : Value.Unknown;
        }
    }

    public Value this[Source source] => (source.IsVariable, source.Aspect) switch
    {
        (false, _) => source.Constant,
        (true, Aspect.Itself) => this[source.Variable],
        (true, Aspect.View) => this[source.Variable] >= Value.View ? Value.View : Value.Unknown,
        _ => this[source.Variable] >= Value.View ? Value.Rental : Value.Unknown,
    };

    public Fact With(int variable, Value value)
    {
        int index = IndexOf(variable);
        if (value == Value.Unknown)
            return index < 0 ? this : Replace(Array.FindAll(_values, entry => entry >> 4 != variable));

        int entry = (variable << 4) | (int)value;
        if (index >= 0 && _values[index] == entry)
            return this;

        int[] values = new int[index < 0 ? _values.Length + 1 : _values.Length];
        int position = index < 0 ? ~index : index;
        Array.Copy(_values, values, position);
        values[position] = entry;
        Array.Copy(_values, index < 0 ? position : position + 1, values, position + 1, values.Length - position - 1);
        return Replace(values);
    }

    /// <summary>Forgets every variable that is no longer needed.</summary>
    public Fact Keep(Predicate<int> isLive) => Array.TrueForAll(_values, entry => isLive(entry >> 4))
        ? this
        : Replace(Array.FindAll(_values, entry => isLive(entry >> 4)));

    /// <summary>The values that both facts share.</summary>
    public Fact Meet(Fact other) => Keep(variable => this[variable] == other[variable]);

    /// <summary>The fact after a condition was evaluated; null if the answer contradicts it.</summary>
    public Fact? Learn(int variable, Value answer) => (this[variable], answer) switch
    {
        (_, Value.Unknown) => this,
        (var known, Value.Fitting) => known == Value.Rental ? WithFit() : this,
        (var known, Value.Other) => known >= Value.View ? null : this,
        (Value.Unknown, _) => With(variable, answer),
        (Value.Carrier, Value.NotNull) => this,
        (Value.Carrier, _) => With(variable, answer),
        ( >= Value.View, Value.NotNull) => this,
        var (known, asked) => known == asked ? this : null,
    };

    /// <summary>
    /// Whether two variables hold the same array; null if that is not known. No other variable has a rental that began here, unless other code got it or an
    /// object carries it.
    /// </summary>
    public bool? AreSame(int one, int other) => (this[one], this[other]) switch
    {
        (Value.Rental, Value.Rental) => true,
        (Value.Rental, < Value.Carrier) or ( < Value.Carrier, Value.Rental)
            when Rental is { Given: null, IsObtained: false } && !Escaped && Passes == 0 => false,
        _ => null,
    };

    public bool Equals(Fact? other) => ReferenceEquals(this, other)
        || (other is not null && _hash == other._hash && _history == other._history && _values.AsSpan().SequenceEqual(other._values));

    public override bool Equals(object? obj) => obj is Fact other && Equals(other);

    public override int GetHashCode() => _hash;

    private Fact Replace(int[] values) => new(_history, values);

    // The index of the variable, or the complement of the index where it would be inserted.
    private int IndexOf(int variable)
    {
        int index = Array.BinarySearch(_values, variable << 4);
        int position = index < 0 ? ~index : index;
        return position < _values.Length && _values[position] >> 4 == variable ? position : ~position;
    }

    /// <summary>What is known of the rental. The properties of the fact say what each of these is.</summary>
    private readonly record struct History(
        Rental? Rental, IOperation? End, bool Used, bool Misused, bool Escaped, int Passes, Failure Threw, bool Fits, Continuation? Pending);
}

/// <summary>The place where the flow continues after a finally block.</summary>
/// <param name="Branch">The branch that leaves the try block; null if an exception leaves it.</param>
/// <param name="Index">The index of this block among the branch's finally blocks.</param>
/// <param name="From">The region from which the exception propagates.</param>
/// <param name="Outer">The place where the flow continues after the surrounding finally block.</param>
internal sealed record Continuation(ControlFlowBranch? Branch, int Index, ControlFlowRegion? From, Continuation? Outer);
