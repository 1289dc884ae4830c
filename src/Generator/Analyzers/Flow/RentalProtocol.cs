using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Generator.Analyzers.Bodies;

namespace PooledGen.Generator.Analyzers.Flow;

/// <summary>
/// What a family of rules calls a rental: which operations begin one, end one, look into one. The flow engine knows nothing else of
/// pools. An implementation is immutable and may be asked from several threads.
/// </summary>
internal abstract class RentalProtocol(Compilation compilation)
{
    /// <summary>What the methods that are called do.</summary>
    protected Callees Callees { get; } = new(compilation);

    /// <summary>The bodies to look at.</summary>
    public abstract BodySearch Bodies(CancellationToken cancellation);

    /// <summary>
    /// Whether the operation (an invocation or an object creation) begins a rental; its value is the rental then. It may end another
    /// one at once: see <see cref="EndedBy"/>.
    /// </summary>
    public abstract bool IsRent(IOperation operation);

    /// <summary>
    /// What the operation gives back: the instance or the value of an argument of this invocation. Null where it ends nothing.
    /// </summary>
    public abstract IOperation? EndedBy(IInvocationOperation operation);

    /// <summary>
    /// The operand that the operation's value is a view of: memory that ends with the rental. It is the instance, the value of an
    /// argument or the operand of a conversion; null where the value lives on its own.
    /// </summary>
    public virtual IOperation? ViewedBy(IOperation operation) => Views.ViewedBy(operation);

    /// <summary>Whether the operation, whose value is a view, gives the rental itself: of a pool of arrays the array of a segment.</summary>
    public virtual bool IsRentalItself(IOperation operation) => Views.IsArrayOfView(operation);

    /// <summary>What becomes of a rental that is passed to a method or a constructor.</summary>
    public abstract Passing Passing(IArgumentOperation argument, CancellationToken cancellation);

    /// <summary>Whether the operation on a rental is harmless even when the rental is over, such as the length of an array.</summary>
    public virtual bool IsHarmless(IOperation operation) => false;

    /// <summary>Whether an exception is a normal thing to expect of a call.</summary>
    public virtual bool MayThrow(IInvocationOperation call, CancellationToken cancellation) => Calls.MayThrow(call, Callees, cancellation);

    /// <summary>Whether an exception is a normal thing to expect of a constructor.</summary>
    public bool MayThrow(IObjectCreationOperation creation, CancellationToken cancellation)
        => creation.Constructor is { } constructor && Callees.MayThrow(constructor, cancellation);

    /// <summary>Whether a view that is used here does not look into the rental any more afterwards: a task, once it is awaited.</summary>
    public virtual bool EndsView(IOperation operand) => false;
}

/// <summary>What becomes of a rental that is passed on.</summary>
internal enum Passing
{
    /// <summary>The callee uses it and gives it back: the caller still has to end it.</summary>
    Lent,

    /// <summary>The callee's source is not available: what the caller does afterwards says whether it was lent.</summary>
    Unknown,

    /// <summary>The callee may keep it, end it or replace it: nobody can say from here who has to end it.</summary>
    Kept,
}
