using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>The protocol of <see cref="StructOwners"/> for the flow engine. A copy of a struct is another variable with the same rental.</summary>
internal sealed class StructOwnerProtocol : RentalProtocol
{
    private readonly EndingHelpers _helpers;
    private readonly StructOwners _owners;
    private BodySearch? _bodies;

    private StructOwnerProtocol(Compilation compilation) : base(compilation)
    {
        _owners = new StructOwners(compilation, Callees);
        _helpers = new EndingHelpers(Callees, new ParameterUse(Callees), EndedBy, (type, _, _) => _owners.Of(type) is not null);
        Effects = new ParameterEffects(
            Callees,
            method => _owners.Of(method.ContainingType) is { } owner && (owner.IsEnd(method) || owner.IsHandOver(method)),
            method => _owners.Of(method.ContainingType)?.MayGrow(method) == true);
    }

    public static RentalFamily Family { get; } = new(static (compilation, _) => new StructOwnerProtocol(compilation));

    /// <summary>What the methods of the project do with an owner that they get.</summary>
    public ParameterEffects Effects { get; }

    public override BodySearch Bodies(CancellationToken cancellation)
    {
        // Not a Lazy, because it would cache an OperationCanceledException forever.
        lock (_owners)
            return _bodies ??= new BodySearch(_owners.NamesIn(cancellation));
    }

    /// <summary>What is known of a type; null if its values own no array.</summary>
    public StructOwner? OwnerOf(ITypeSymbol? type) => _owners.Of(type);

    /// <summary>The owner that the rental is; null for one of another type in a variable of an interface.</summary>
    public StructOwner? OwnerOf(Rental rental) => OwnerOf(rental.Given switch
    {
        IParameterSymbol parameter => parameter.Type,
        IFieldSymbol field => field.Type,
        _ => rental.Operation.Type,
    });

    // The handler of an interpolated string is created by the compiler, which gives it away.
    public override bool IsRent(IOperation operation) => operation switch
    {
        IObjectCreationOperation { Syntax: BaseObjectCreationExpressionSyntax } creation => OwnerOf(creation.Type)?.IsRentedBy(creation) == true,
        IInvocationOperation call => OwnerOf(call.Type)?.IsRentedBy(call) == true,
        _ => false,
    };

    public override IOperation? EndedBy(IInvocationOperation call, CancellationToken cancellation) => EndedBy(call, 0, cancellation);

    // A 'using' may call the Dispose of the interface, and a boxed copy has no other.
    private IOperation? EndedBy(IInvocationOperation call, int depth, CancellationToken cancellation) => call switch
    {
        { Instance: { } instance, TargetMethod: var method } when OwnerOf(method.ContainingType)?.IsEnd(method) == true => instance,
        { Instance: { } instance, TargetMethod: { Name: "Dispose", Parameters.IsEmpty: true, ContainingType.TypeKind: TypeKind.Interface } } => instance,
        _ => _helpers.EndedBy(call, depth, cancellation),
    };

    // The end of a boxed or hidden copy leaves the variable as it is, and so does a method that ends its parameter.
    public override bool EmptiesVariable(IInvocationOperation end, IOperation ended) => OwnerOf(ended.Type) is { ForgetsItsArray: true } owner
        && end.Instance is { } instance
        && SymbolEqualityComparer.Default.Equals(instance.Type?.OriginalDefinition, owner.Type)
        && ended is not (IFieldReferenceOperation { Field.IsReadOnly: true }
            or IParameterReferenceOperation { Parameter.RefKind: not (RefKind.None or RefKind.Ref) });

    public override IOperation? ViewedBy(IOperation operation) => operation switch
    {
        IInvocationOperation call when Tasks.IsGivenBy(call) => Tasks.ViewedBy(call, MayBeLate),
        IObjectCreationOperation when Tasks.IsTask(operation.Type) => Tasks.ViewedBy(operation, MayBeLate),
        IInvocationOperation { Instance: { } instance, TargetMethod: var method } call when OwnerOf(instance.Type) is not null
            => Views.IsView(call.Type) || (method.RefKind != RefKind.None && OwnerOf(method.ReturnType) is null) ? instance : null,
        IPropertyReferenceOperation { Instance: { } instance } property when OwnerOf(instance.Type) is not null
            => Views.IsView(property.Type) || (property.Property.RefKind != RefKind.None && Views.IsTakenByReference(property)) ? instance : null,
        _ => base.ViewedBy(operation),
    };

    // The array of a segment is a view, like a span. Only the owner ends the rental.
    public override bool IsRentalItself(IOperation operation) => false;

    // A callee that receives a span, a memory or the array only uses the rental.
    public override Passing Passing(IArgumentOperation argument, CancellationToken cancellation)
    {
        ITypeSymbol? type = Conversions.Unwrap(argument.Value).Type;
        if (OwnerOf(type) is null)
            return Views.IsView(type) || type is IArrayTypeSymbol ? Flow.Passing.Lent : Flow.Passing.Kept;

        return argument.Parameter is { } parameter && OwnerOf(parameter.Type) is not null && Effects.Of(parameter, cancellation) != ParameterEffect.Unknown
            ? Flow.Passing.Lent
            : Flow.Passing.Kept;
    }

    public override Passing PassingOfReceiver(IInvocationOperation call, CancellationToken cancellation)
        => OwnerOf(call.TargetMethod.ContainingType)?.IsHandOver(call.TargetMethod) == true
            ? Flow.Passing.Kept
            : base.PassingOfReceiver(call, cancellation);

    // 'builder.Append(text)' may give a copy of the builder.
    public override bool MayGiveItself(IInvocationOperation call)
        => call.Instance is { Type: { } own } && OwnerOf(own) is not null && SymbolEqualityComparer.Default.Equals(call.Type, own);

    public override bool IsOwner(ITypeSymbol? type) => OwnerOf(type) is not null;

    // What another field says is right after the end, too.
    public override bool IsHarmless(IOperation operation) => operation is IPropertyReferenceOperation { Property: var property }
        && OwnerOf(property.ContainingType) is not null
        && (property.Name is "Length" or "IsEmpty" or "Capacity" or "Count" or "WrittenCount"
            || (PropertyFields.ReadBy(property, default) is { Type: not IArrayTypeSymbol and var type } && !Views.IsView(type)));

    public override bool EndsView(IOperation operand) => Tasks.EndsView(operand);
}
