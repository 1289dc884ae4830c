using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.Rentals;

/// <summary>
/// Finds assignments that lose an owner which no local holds: a second one in a row to the same place, and one to a field that certainly holds an owner,
/// because only the end of the object disposes it. Where the code may call what disposes it, nothing is found.
/// </summary>
internal static class OverwrittenOwners
{
    private static readonly string[] s_ends = ["Dispose", "DisposeAsync", "Close"];

    /// <summary>The assignments of a body that lose an owner.</summary>
    public static IEnumerable<ISimpleAssignmentOperation> In(Body body, RentalTypes types, CancellationToken cancellation)
        => body.Operations(cancellation).OfType<ISimpleAssignmentOperation>()
            .Where(assignment => IsOwner(assignment.Target.Type, types) && BlockOf(assignment) is { } block
                && (FollowsAnother(assignment, block, types) || ReplacesTheOld(assignment, block, body, types, cancellation)));

    private static bool IsOwner(ITypeSymbol? type, RentalTypes types) => types.IsOwner(type) || types.IsClass(type);

    private static IBlockOperation? BlockOf(ISimpleAssignmentOperation assignment)
        => (assignment.Parent as IExpressionStatementOperation)?.Parent as IBlockOperation;

    private static bool IsRental(IOperation value, RentalTypes types) => types.IsRental(Conversions.Unwrap(value));

    // '_owner = Rent(1); _owner = Rent(2);', '_owners[0] = Rent(1); _owners[0] = Rent(2);'
    private static bool FollowsAnother(ISimpleAssignmentOperation assignment, IBlockOperation block, RentalTypes types)
    {
        if (PlaceOf(assignment.Target) is not { } place || MayEnd(assignment.Value, place, types))
            return false;

        string target = assignment.Target.Syntax.ToString();
        foreach (IOperation statement in block.Operations.TakeWhile(statement => statement != assignment.Parent).Reverse())
        {
            if (statement is IExpressionStatementOperation { Operation: ISimpleAssignmentOperation earlier } && earlier.Target.Syntax.ToString() == target)
                return IsRental(earlier.Value, types);
            if (MayEnd(statement, place, types))
                return false;
        }

        return false;
    }

    // The field, property or parameter that has the owner, or a collection with it at a constant place. RentalIsNotDisposedAnalyzer follows locals.
    private static ISymbol? PlaceOf(IOperation target) => target switch
    {
        IParameterReferenceOperation { Parameter: { RefKind: RefKind.Ref or RefKind.Out } parameter } => parameter,
        IFieldReferenceOperation { Instance: null or IInstanceReferenceOperation, Field: var field } => field,
        IPropertyReferenceOperation { Property.IsIndexer: false, Instance: null or IInstanceReferenceOperation } property when Stores.Keeps(property)
            => property.Property,
        IArrayElementReferenceOperation { ArrayReference: var array } element when element.Indices.All(static index => index.ConstantValue.HasValue)
            => PlaceOf(array),
        IPropertyReferenceOperation { Instance: { } collection, Property.ContainingType.Name: "Dictionary" or "List" } element
            when element.Arguments.All(static argument => argument.Value.ConstantValue.HasValue) => PlaceOf(collection),
        _ => null,
    };

    private static bool MayEnd(IOperation code, ISymbol place, RentalTypes types) => code.DescendantsAndSelf().Any(operation
        => EndsSome(operation, types) || SymbolEqualityComparer.Default.Equals(SymbolOf(operation), place));

    // An end, or a call of code that may do so.
    private static bool EndsSome(IOperation operation, RentalTypes types) => operation switch
    {
        IInvocationOperation { TargetMethod: var method } => s_ends.Contains(method.Name)
            || RentalTypes.IsHandOver(method)
            || method.MethodKind == MethodKind.DelegateInvoke
            || !(types.IsRental(operation) || IsKnown(method, types)),
        IPropertyReferenceOperation property => !(Stores.Keeps(property) || IsKnown(property.Property, types)),
        IObjectCreationOperation { Constructor: { } constructor } => !IsKnown(constructor, types),
        IAwaitOperation or IDynamicInvocationOperation or IFunctionPointerInvocationOperation or IUsingOperation or IUsingDeclarationOperation => true,
        IAnonymousFunctionOperation or ILocalFunctionOperation or IDelegateCreationOperation or IReturnOperation or IBranchOperation => true,
        _ => false,
    };

    private static bool IsKnown(ISymbol member, RentalTypes types) => Framework.Owns(member) || types.KindOf(member.ContainingType) != RentalKind.None;

    private static ISymbol? SymbolOf(IOperation operation) => operation switch
    {
        IMemberReferenceOperation member => member.Member,
        IParameterReferenceOperation parameter => parameter.Parameter,
        _ => null,
    };

    // 'void Grow() { var next = Rent(2 * _owner.Length); _owner.Span.CopyTo(next.Span); _owner = next; }'
    private static bool ReplacesTheOld(
        ISimpleAssignmentOperation assignment, IBlockOperation block, Body body, RentalTypes types, CancellationToken cancellation)
        => assignment.Target is IFieldReferenceOperation { Instance: IInstanceReferenceOperation, Field: var field }
            && field.DeclaredAccessibility == Accessibility.Private
            && body.Owner is IMethodSymbol { MethodKind: MethodKind.Ordinary, ContainingType: { TypeKind: TypeKind.Class } type } method
            && !s_ends.Contains(method.Name)
            && type.GetTypeMembers().IsEmpty
            && IsNew(assignment.Value, body, types, cancellation)
            && block.Operations.TakeWhile(statement => statement != assignment.Parent).ToArray() is var before
            && ((block.Parent is IMethodBodyOperation && Array.TrueForAll(before, IsPlain))
                || Array.Exists(before, statement => ReadsThrough(statement, field)))
            && !body.Operations(cancellation).Any(operation => operation.Kind != OperationKind.Return && EndsSome(operation, types))
            && IsGivenUpOnlyAtTheEnd(field, type, types, cancellation)
            && IsAlwaysRented(field, type, types, cancellation);

    // A rental, or a local that was declared with one.
    private static bool IsNew(IOperation value, Body body, RentalTypes types, CancellationToken cancellation)
        => IsRental(value, types)
            || (Conversions.Unwrap(value) is ILocalReferenceOperation { Local: var local }
                && body.Operations(cancellation).OfType<IVariableDeclaratorOperation>().Any(declarator
                    => SymbolEqualityComparer.Default.Equals(declarator.Symbol, local)
                        && declarator.GetVariableInitializer() is { Value: var initial }
                        && IsRental(initial, types)));

    private static bool IsPlain(IOperation statement) => statement is IExpressionStatementOperation or IVariableDeclarationGroupOperation;

    // The old contents are copied, so the field holds an owner.
    private static bool ReadsThrough(IOperation statement, IFieldSymbol field) => IsPlain(statement) && statement.Descendants().Any(mention
        => mention.Parent is IPropertyReferenceOperation { Property.Name: "Span" or "Memory" }
            && mention is IFieldReferenceOperation { Field: var read }
            && SymbolEqualityComparer.Default.Equals(read, field));

    private static bool IsGivenUpOnlyAtTheEnd(IFieldSymbol field, INamedTypeSymbol type, RentalTypes types, CancellationToken cancellation)
        => !types.BodiesOf(type, cancellation)
            .Where(static body => !(body.Owner is IMethodSymbol { MethodKind: MethodKind.Destructor } || s_ends.Contains(body.Owner.Name)))
            .SelectMany(body => body.Operations(cancellation))
            .Any(operation => SymbolEqualityComparer.Default.Equals(SymbolOf(operation), field)
                && types.UseOf(operation) is RentalUse.End or RentalUse.Escape
                && !IsResized(operation, field));

    // '_owner = _owner.Resize(n);'
    private static bool IsResized(IOperation mention, IFieldSymbol field)
        => mention.Parent is IInvocationOperation { TargetMethod.Name: "Resize" } call
            && (call.Parent is IExpressionStatementOperation
                || (call.Parent is ISimpleAssignmentOperation { Target: var target } && SymbolEqualityComparer.Default.Equals(SymbolOf(target), field)));

    // The initializer of the field rents, or each constructor does.
    private static bool IsAlwaysRented(IFieldSymbol field, INamedTypeSymbol type, RentalTypes types, CancellationToken cancellation)
    {
        Body[] bodies = [.. types.BodiesOf(type, cancellation)];
        return Array.Exists(bodies, body => body.Root is IFieldInitializerOperation initializer
                && initializer.InitializedFields.Contains(field, SymbolEqualityComparer.Default)
                && IsRental(initializer.Value, types))
            || bodies.Count(body => body.Root is IConstructorBodyOperation { BlockBody: { } code } && code.Operations.Any(statement
                => statement is IExpressionStatementOperation { Operation: ISimpleAssignmentOperation filling }
                    && SymbolEqualityComparer.Default.Equals(SymbolOf(filling.Target), field)
                    && IsRental(filling.Value, types))) == type.InstanceConstructors.Length;
    }
}
