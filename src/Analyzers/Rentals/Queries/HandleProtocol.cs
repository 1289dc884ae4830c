using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.FlowAnalysis;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;
using PooledGen.Analyzers.Flow;
using PooledGen.Generator.Model;

namespace PooledGen.Analyzers.Rentals;

/// <summary>The protocol of renters, owners and writers for the flow engine.</summary>
internal sealed class HandleProtocol(RentalTypes types, Compilation compilation) : RentalProtocol(compilation)
{
    private readonly ConcurrentDictionary<ISymbol, bool> _enders = new(SymbolEqualityComparer.Default);

    public static RentalFamily Family { get; }
        = new(static (compilation, _) => RentalTypes.In(compilation) is { } types ? new HandleProtocol(types, compilation) : null);

    public override BodySearch Bodies(CancellationToken cancellation) => types.Bodies(cancellation);

    public override bool IsRent(IOperation operation) => types.IsRental(operation);

    public override IOperation? EndedBy(IInvocationOperation operation, CancellationToken cancellation)
    {
        IMethodSymbol method = operation.TargetMethod;
        return types.IsDispose(method) || RentalTypes.IsHandOver(method) || IsDisposeOfHandle(operation) || IsCloseOfClass(operation)
            ? operation.Instance
            : null;
    }

    public override IOperation? ViewedBy(IOperation operation) => operation switch
    {
        IInvocationOperation call when Tasks.IsGivenBy(call) => Tasks.ViewedBy(call, MayBeLate),
        IObjectCreationOperation when Tasks.IsTask(operation.Type) => Tasks.ViewedBy(operation, MayBeLate),
        IInvocationOperation { Instance: { } instance } call when IsHandle(instance)
            => IsViewLike(call.Type) || IsAddress(call.TargetMethod) || call.TargetMethod.RefKind != RefKind.None ? instance : null,
        IPropertyReferenceOperation { Instance: { } instance } property when IsHandle(instance)
            => IsViewLike(property.Type) || (property.Property.RefKind != RefKind.None && Views.IsTakenByReference(property))
                ? instance
                : null,
        _ => base.ViewedBy(operation),
    };

    // A callee can keep or end a rental only if it receives the handle. A callee that receives a span, Memory, the array or an address only uses the rental.
    public override Passing Passing(IArgumentOperation argument, CancellationToken cancellation)
    {
        ITypeSymbol? type = argument.Value is IConversionOperation { OperatorMethod: null } conversion ? conversion.Operand.Type : argument.Value.Type;
        return types.KindOf(type) switch
        {
            RentalKind.None => Views.IsView(type) || type is IArrayTypeSymbol or { SpecialType: SpecialType.System_IntPtr }
                ? Flow.Passing.Lent
                : Flow.Passing.Kept,

            // A writer is lent by ref, because the callee writes to it.
            var kind => argument.Parameter is { } parameter
                && (parameter.RefKind is RefKind.In or RefKinds.RefReadOnly || (parameter.RefKind == RefKind.Ref && kind == RentalKind.Writer))
                && !MayEnd(parameter, cancellation) ? Flow.Passing.Lent : Flow.Passing.Kept,
        };
    }

    // The user's own methods of a renter may end it, as their code shows.
    public override bool IsPlainMember(ISymbol member) => base.IsPlainMember(member)
        && !(member is IMethodSymbol && types.IsRenter(member.ContainingType) && !RenterMembers.IsEmitted(member.Name) && MayEnd(member, default));

    // Whether the code of a method may end its own instance, or that of its parameter. Of a method without source, it is not expected.
    private bool MayEnd(ISymbol given, CancellationToken cancellation) => _enders.GetOrAdd(
        given.OriginalDefinition,
        declared => Callees.BodyOf(declared as IMethodSymbol ?? (IMethodSymbol)declared.ContainingSymbol, cancellation)?.Descendants()
            .WithCheckpoints(cancellation)
            .Any(mention => IsMention(mention, declared) && !IsMereUse(mention)) == true);

    private static bool IsMention(IOperation operation, ISymbol given) => operation switch
    {
        IInstanceReferenceOperation => given is IMethodSymbol,
        IParameterReferenceOperation reference => SymbolEqualityComparer.Default.Equals(reference.Parameter, given),
        _ => false,
    };

    // An argument may end it, whatever the next callee does.
    private bool IsMereUse(IOperation mention) => mention.Parent switch
    {
        IForEachLoopOperation => true,
        IConversionOperation { OperatorMethod: null } conversion when ViewedBy(conversion) is null => IsMereUse(conversion),
        IInvocationOperation call when call.Instance == mention => types.IsWriter(mention.Type)
            ? call.TargetMethod.Name.StartsWith("Append", StringComparison.Ordinal)
            : RenterMembers.IsEmitted(call.TargetMethod.Name) && EndedBy(call, default) is null,
        { } user => ViewedBy(user) == mention || IsMereUse(user, isItself: true),
        null => false,
    };

    // The array of DangerousGetArray is a view, like a span. Only the handle ends the rental.
    public override bool IsRentalItself(IOperation operation) => false;

    // A disposed writer is empty and can be used again.
    public override bool IsHarmless(IOperation operation) => operation switch
    {
        IPropertyReferenceOperation { Instance: { } instance } property
            => types.IsWriter(instance.Type) || (IsHandle(instance) && property.Property.Name is "Length" or "IsEmpty" or "Capacity"),
        IInvocationOperation { Instance: { } instance } call
            => types.IsWriter(instance.Type) || (IsHandle(instance) && call.TargetMethod.Name == "ToString"),
        _ => false,
    };

    // Members of a handle throw only because of a bug. The user's own members of a renter may do anything.
    public override Failure FailureOf(IInvocationOperation call, CancellationToken cancellation) => types.KindOf(call.TargetMethod.ContainingType) switch
    {
        RentalKind.None => base.FailureOf(call, cancellation),
        RentalKind.Renter when !RenterMembers.IsEmitted(call.TargetMethod.Name) => base.FailureOf(call, cancellation),
        _ => Failure.None,
    };

    public override bool EndsView(IOperation operand) => Tasks.EndsView(operand);

    public override bool IsOwned(IParameterSymbol parameter) => parameter is
    {
        RefKind: RefKind.None, ContainingSymbol: IMethodSymbol { MethodKind: MethodKind.Ordinary or MethodKind.ExplicitInterfaceImplementation },
    } && IsOwner(parameter.Type);

    public override bool IsOwner(ITypeSymbol? type) => types.KindOf(type) is RentalKind.Owner or RentalKind.Class;

    // Whether it is the implicit Dispose of an owner's using, or a Dispose through an interface variable that holds an owner.
    private bool IsDisposeOfHandle(IInvocationOperation call)
        => call is { TargetMethod: { Name: "Dispose", ContainingType.SpecialType: SpecialType.System_IDisposable }, Instance: { } instance }
            && (Conversions.Unwrap(instance) is ILocalReferenceOperation or IFlowCaptureReferenceOperation || IsHandle(Conversions.Unwrap(instance)));

    // A stream inherits these from Stream.
    private bool IsCloseOfClass(IInvocationOperation call)
        => call is { TargetMethod: { Name: "Dispose" or "DisposeAsync" or "Close", Parameters.IsEmpty: true }, Instance: { } instance }
            && types.IsClass(Conversions.Unwrap(instance).Type);

    private bool IsHandle(IOperation operation) => types.KindOf(operation.Type) != RentalKind.None;

    // A number that is only valid during the rental, like the pointer beside it.
    private static bool IsAddress(IMethodSymbol method)
        => method is { Name: "DangerousGetAddress", ReturnType.SpecialType: SpecialType.System_IntPtr };

    private static bool IsViewLike(ITypeSymbol? type) => Views.IsView(type) || type is { Name: "BufferEnumerator", IsRefLikeType: true };
}
