using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.Flow;

/// <summary>
/// Defines for a family of rules which operations begin, end or view a rental. The flow engine knows nothing else about pools.
/// Implementations are immutable and thread-safe.
/// </summary>
internal abstract class RentalProtocol(Compilation compilation)
{
    private readonly ConcurrentDictionary<IParameterSymbol, bool> _stored = new(SymbolEqualityComparer.Default);

    private TaskUse? _tasks;

    /// <summary>The analysis of the called methods.</summary>
    protected Callees Callees { get; } = new(compilation);

    /// <summary>Whether a method may use its argument after it has returned.</summary>
    protected bool MayBeLate(IParameterSymbol? parameter)
        => LazyInitializer.EnsureInitialized(ref _tasks, () => new TaskUse(Callees))!.MayBeLate(parameter, default);

    /// <summary>Whether each value of a type is of the other type, too, unless it is null: <c>array is object</c> asks for null only.</summary>
    public bool IsAlways(ITypeSymbol? type, ITypeSymbol? asked) => type is not null && asked is not null
        && (compilation.ClassifyCommonConversion(type, asked) is { IsIdentity: true } or { IsImplicit: true, IsReference: true }
            || (type is INamedTypeSymbol { OriginalDefinition.SpecialType: SpecialType.System_Nullable_T, TypeArguments: [var value] }
                && SymbolEqualityComparer.Default.Equals(value, asked)));

    /// <summary>The bodies to analyze.</summary>
    public abstract BodySearch Bodies(CancellationToken cancellation);

    /// <summary>
    /// Whether the operation (an invocation or an object creation) begins a rental, which is then its value. The same operation may end another
    /// rental: see <see cref="EndedBy"/>.
    /// </summary>
    public abstract bool IsRent(IOperation operation);

    /// <summary>
    /// The <c>out</c> argument that gets the rental, of a call whose answer says whether there is one; null if the rental is the value of the call.
    /// </summary>
    public virtual IArgumentOperation? RentedInto(IInvocationOperation rent) => null;

    /// <summary>Whether a method of the project begins a rental and gives it to the caller, who may have to end it.</summary>
    public virtual bool IsObtained(IInvocationOperation call, CancellationToken cancellation) => false;

    /// <summary>Whether the method of the project begins it at each call, so that the caller has to end it.</summary>
    public virtual bool IsOwned(IInvocationOperation call) => false;

    /// <summary>Whether a parameter gives a rental to the method, if the method's code shows that it is to end it.</summary>
    public virtual bool IsOwned(IParameterSymbol parameter) => false;

    /// <summary>Whether a value of the type is a rental itself, which an object that outlives the body can keep, and not memory of one.</summary>
    public virtual bool IsOwner(ITypeSymbol? type) => false;

    /// <summary>
    /// The rental that the operation ends: the instance or an argument of this invocation. Null if it ends none.
    /// </summary>
    public abstract IOperation? EndedBy(IInvocationOperation operation, CancellationToken cancellation);

    /// <summary>
    /// Whether the end leaves the variable without the rental, so that only copies of it still have it: a struct whose Dispose sets it to its default.
    /// </summary>
    public virtual bool EmptiesVariable(IInvocationOperation end, IOperation ended) => false;

    /// <summary>
    /// The operand that the operation's value is a view of, which is valid only during the rental. It is the instance, an argument or the operand
    /// of a conversion; null if the value is independent.
    /// </summary>
    public virtual IOperation? ViewedBy(IOperation operation) => Views.ViewedBy(operation);

    /// <summary>Whether the operation, whose value is a view, returns the rental itself, such as the array of a segment.</summary>
    public virtual bool IsRentalItself(IOperation operation) => Views.IsArrayOfView(operation);

    /// <summary>What happens to a rental that is passed to a method or a constructor.</summary>
    public abstract Passing Passing(IArgumentOperation argument, CancellationToken cancellation);

    /// <summary>Whether a member of a rental only uses it. A member of an extension block may do anything.</summary>
    public virtual bool IsPlainMember(ISymbol member) => !Callees.IsOfAnExtensionBlock(member);

    /// <summary>What happens to a rental whose method is called.</summary>
    public virtual Passing PassingOfReceiver(IInvocationOperation call, CancellationToken cancellation)
        => IsPlainMember(call.TargetMethod) ? Flow.Passing.Lent : Flow.Passing.Kept;

    /// <summary>
    /// The list of the operations that only use a rental, calls left aside. What any other one does with it is unknown, so other code may end it: a collection
    /// expression, a delegate of its Dispose, a call through a pointer, and whatever a later version of the language has.
    /// </summary>
    /// <param name="operation">The operation with the rental, or a view of it, as an operand.</param>
    /// <param name="isItself">Whether the operand is the rental itself.</param>
    public bool IsMereUse(IOperation operation, bool isItself) => operation switch
    {
        IPropertyReferenceOperation { Property: var property } => IsPlainMember(property),
        IConversionOperation conversion => IsPlain(conversion.OperatorMethod),
        IBinaryOperation binary => IsPlain(binary.OperatorMethod),
        IUnaryOperation unary => IsPlain(unary.OperatorMethod),
        IAddressOfOperation => !isItself,
        IFieldReferenceOperation or IEventReferenceOperation or IArrayElementReferenceOperation or IImplicitIndexerReferenceOperation => true,
        IIsTypeOperation or IRangeOperation or IInterpolationOperation or IEventAssignmentOperation => true,
        _ => operation.Kind == OperationKind.None && operation.ChildOperations.Any(static child => child.Type is IPointerTypeSymbol), // *pointer
    };

    /// <summary>
    /// Whether an operator only reads its operands: one of the language or the framework, or a comparison. A user's operator may keep or end them.
    /// </summary>
    public static bool IsPlain(IMethodSymbol? operatorMethod)
        => operatorMethod is null or { ReturnType.SpecialType: SpecialType.System_Boolean } || Framework.Owns(operatorMethod);

    /// <summary>Whether a call may give its own instance, the rental, as <c>builder.Append(text)</c> does.</summary>
    public virtual bool MayGiveItself(IInvocationOperation call) => false;

    /// <summary>Whether the value of a call that refers to its argument is copied at once, so that nothing refers to the argument afterwards.</summary>
    public bool IsCopied(IInvocationOperation call, CancellationToken cancellation) => Copies.IsMadeOf(call, Callees, cancellation);

    /// <summary>Whether the operation is harmless even after the rental has ended, such as reading the length of an array.</summary>
    public virtual bool IsHarmless(IOperation operation) => false;

    /// <summary>Which exception the code around a call must expect. Only the protocol of the handles knows more than <see cref="Callees"/>.</summary>
    public virtual Failure FailureOf(IInvocationOperation call, CancellationToken cancellation) => Callees.FailureOf(call, cancellation);

    /// <summary>Which exception the code around a constructor call must expect.</summary>
    public Failure FailureOf(IObjectCreationOperation creation, CancellationToken cancellation)
        => creation.Constructor is { } constructor ? Callees.FailureOf(constructor, cancellation) : Failure.None;

    /// <summary>Whether the constructor stores its argument in the new object.</summary>
    public bool IsStored(IArgumentOperation argument, CancellationToken cancellation) => argument.Parameter is { } parameter
        && _stored.GetOrAdd(parameter.OriginalDefinition, declared => Stores.Keeps(declared, Callees, cancellation));

    /// <summary>Whether this use ends the view, so that it no longer reads the rental: a task ends when it is awaited.</summary>
    public virtual bool EndsView(IOperation operand) => false;
}
