using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;
using PooledGen.Analyzers.Flow;
using PooledGen.Generator.Parsing;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// PG0206: References in a pooled array keep their objects alive. The rule reports only where that lasts or where others see them: in a pool that lives as long
/// as the process, in a pool of other code, and in code whose callers choose what the array holds.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ReferencesAreReturnedUnclearedAnalyzer() : RawPoolAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = CodeRules.RawPool(
        "PG0206",
        "References are returned uncleared",
        "'{0}' is returned with its references, which the pool then keeps alive; pass clearArray: true, or clear the used part before");

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
    {
        var pools = new PoolOrigins(body.Model, cancellation);
        var clearing = new ReferenceClearing(body, cancellation);
        var returned = new ReturnedPools(body.Body, cancellation);

        // ArrayIsUsedAfterReturnAnalyzer reports these. If the array were cleared there, the later use would read nulls.
        HashSet<Rental> late =
        [
            .. body.Findings
                .Where(static finding => finding.Kind is FindingKind.UsedAfterEnd or FindingKind.EndedWhileRunning)
                .Select(static finding => finding.Rental),
        ];
        return body.Occurrences
            .Where(static occurrence => occurrence is { Kind: StepKind.End, Operation: IInvocationOperation { TargetMethod.Name: "Return" } })
            .GroupBy(static occurrence => (IInvocationOperation)occurrence.Operation)
            .Where(end => end.Any(occurrence => !late.Contains(occurrence.Rental)))
            .Where(static end => RawPoolProtocol.IsArrayPool(end.Key.TargetMethod.ContainingType))
            .Where(static end => end.Any(MayHoldSomething))
            .Select(static end => end.Key)
            .Where(end => IsUncleared(end, pools, clearing, body.Model.Compilation))

            // ArrayIsReturnedToAnotherPoolAnalyzer reports it. The array must not go there at all.
            .Where(end => returned.OtherSourceOf(end) is null)
            .Select(CreateDiagnostic);
    }

    // An array that goes back as it came holds what an earlier rental left in it.
    private static bool MayHoldSomething(Occurrence end) => end.IsUsed || end.Rental is { Given: not null } or { IsObtained: true };

    // Names what is returned. The rental has the name of its first variable, which may hold another array by now.
    private Diagnostic CreateDiagnostic(IInvocationOperation end)
        => Diagnostic.Create(Rule, end.Syntax.GetLocation(), RawPoolProtocol.ArrayOf(end)!.Syntax.ToString());

    private static bool IsUncleared(
        IInvocationOperation end, PoolOrigins pools, ReferenceClearing clearing, Compilation compilation)
        => (RawPoolProtocol.ArrayOf(end)?.Type as IArrayTypeSymbol)?.ElementType is { } element
            && HoldsReferences(element, compilation)
            && !IsDecided(end)
            && (IsOfAnyType(element) || IsKept(end.Instance, pools))
            && !KeptArrays.AreNone(end.TargetMethod.ContainingType, pools.Of(end.Instance)?.Type)
            && !PooledGenArrays.ClearsReferences(pools.Of(end.Instance), compilation)
            && !clearing.IsAround(end, element);

    // A struct of a reference assembly may hold references in fields that are not visible. Where nothing shows it, the rule is silent.
    private static bool HoldsReferences(ITypeSymbol element, Compilation compilation) => element switch
    {
        { TypeKind: TypeKind.Error } => false, // Roslyn calls an unknown type a reference type.
        { IsReferenceType: true } or { IsUnmanagedType: false, TypeKind: TypeKind.Struct } => true,
        ITypeParameterSymbol { HasValueTypeConstraint: false } parameter => Visibility.IsOutside(parameter.ContainingSymbol),
        _ => ElementReferences.AreIn(element, compilation),
    };

    // An object[], or the array of a type parameter that other assemblies choose: the code cannot know what it keeps alive, nor who sees it next.
    private static bool IsOfAnyType(ITypeSymbol element) => element switch
    {
        { SpecialType: SpecialType.System_Object } => true,
        ITypeParameterSymbol parameter => Visibility.IsOutside(parameter.ContainingSymbol),
        INamedTypeSymbol { IsValueType: true } type => type.TypeArguments.Any(IsOfAnyType),
        _ => false,
    };

    // Shared drops the arrays that nobody rents for a while. Other pools keep theirs as long as they live.
    private static bool IsKept(IOperation? pool, PoolOrigins pools) => PoolIdentity.Of(pools.Of(pool)) is not { Kind: "Shared" } && pool switch
    {
        IMemberReferenceOperation { Member: var member } => member.IsStatic || Visibility.IsOutside(member),
        IParameterReferenceOperation { Parameter.ContainingSymbol: var member } => Visibility.IsOutside(member),
        ILocalReferenceOperation => pools.Of(pool) is not ILocalReferenceOperation and var origin && IsKept(origin, pools),
        _ => PooledGenArrays.IsAdapter(pool),
    };

    // The code says whether to clear. 'clearArray: false' is what the method does anyway, so its author has thought of the references.
    private static bool IsDecided(IInvocationOperation call)
        => call.Arguments.Any(static argument => argument is { Parameter.Ordinal: 1, ArgumentKind: ArgumentKind.Explicit });
}

/// <summary>Recognizes pools that keep no arrays.</summary>
internal static class KeptArrays
{
    /// <summary>Whether one of the types overrides <c>Return</c> with an empty body.</summary>
    public static bool AreNone(params ITypeSymbol?[] pools) => pools.OfType<ITypeSymbol>()
        .SelectMany(static pool => pool.GetMembers("Return"))
        .SelectMany(static method => method.DeclaringSyntaxReferences)
        .Any(static declaration => declaration.GetSyntax() is MethodDeclarationSyntax { Body.Statements.Count: 0 });
}

/// <summary>Finds code that may clear the references of an array before its return.</summary>
internal sealed class ReferenceClearing(BodyFlow body, CancellationToken cancellation)
{
    // Found once for a type of elements: a long member has many returns.
    private readonly Dictionary<ITypeSymbol, bool> _answers = new(SymbolEqualityComparer.Default);

    /// <summary>Whether the member around a return clears elements of the type, itself or in a helper of its type that it calls.</summary>
    public bool IsAround(IOperation end, ITypeSymbol element)
    {
        if (!_answers.TryGetValue(element, out bool answer))
            _answers.Add(element, answer = Clears([.. MemberSyntax.NodesAround(end, cancellation)], element));

        return answer;
    }

    private bool Clears(SyntaxNode[] member, ITypeSymbol element)
        => member.Any(node => Clears(node, element, body.Model))
            || member.OfType<InvocationExpressionSyntax>().WithCheckpoints(cancellation).Any(call => CallsAClearingHelper(call, element));

    private bool CallsAClearingHelper(InvocationExpressionSyntax call, ITypeSymbol element)
        => body.Model.GetSymbolInfo(call, cancellation).Symbol?.OriginalDefinition is IMethodSymbol helper
            && SymbolEqualityComparer.Default.Equals(helper.ContainingType, body.Owner.ContainingType)
            && helper.DeclaringSyntaxReferences.Any(declaration => Clears(declaration, element));

    // The helper may be in another file of the type.
    private bool Clears(SyntaxReference declaration, ITypeSymbol element)
    {
        SemanticModel own = body.Model.Of(declaration.SyntaxTree);
        return declaration.GetSyntax(cancellation).DescendantNodes().WithCheckpoints(cancellation).Any(node => Clears(node, element, own));
    }

    private static bool Clears(SyntaxNode node, ITypeSymbol element, SemanticModel model) => node switch
    {
        InvocationExpressionSyntax call
            => (MemberSyntax.NameOf(call) is "Clear" or "Fill" && ClearsElementsOf(call, element, model)) || ElementReset.IsBy(call, element, model),
        AssignmentExpressionSyntax assignment => ElementReset.IsNothing(assignment.Right)
            && (assignment.Left is ElementAccessExpressionSyntax || ElementReset.IsBy(assignment, element, model)),
        _ => false,
    };

    // 'list.Clear()' clears no array. A Clear of the project may clear any, and so may code that does not bind.
    private static bool ClearsElementsOf(InvocationExpressionSyntax call, ITypeSymbol element, SemanticModel model)
        => model.GetSymbolInfo(call).Symbol is not IMethodSymbol { ContainingType: var type } method
            || !Framework.Owns(method)
            || (Views.IsView(type) && CanBe(type.TypeArguments[0], element))
            || (type.SpecialType == SpecialType.System_Array && CanBe(ElementOf(call.ArgumentList.Arguments[0].Expression, model), element));

    private static ITypeSymbol? ElementOf(ExpressionSyntax array, SemanticModel model) => (model.GetTypeInfo(array).Type as IArrayTypeSymbol)?.ElementType;

    // The type argument of a generic helper can be any, and an Array can have any elements.
    private static bool CanBe(ITypeSymbol? cleared, ITypeSymbol element)
        => cleared is null or ITypeParameterSymbol { TypeParameterKind: TypeParameterKind.Method } || SymbolEqualityComparer.Default.Equals(cleared, element);
}

/// <summary>Recognizes a loop that sets references in its elements to null, one element at a time.</summary>
internal static class ElementReset
{
    /// <summary>Whether the assignment sets a reference to null: <c>items[i].Name = null</c>, or <c>item = default</c> for a <c>ref var item</c>.</summary>
    public static bool IsBy(AssignmentExpressionSyntax assignment, ITypeSymbol element, SemanticModel model)
        => IsInALoop(assignment)
            && RootOf(assignment.Left) is var root
            && (element.IsValueType || root == assignment.Left)
            && IsElement(root, element, model)
            && SetsAReference(assignment, model);

    /// <summary>Whether the called method sets a reference of the struct to null: <c>items[i].Reset()</c>, <c>Reset(ref items[i])</c>.</summary>
    public static bool IsBy(InvocationExpressionSyntax call, ITypeSymbol element, SemanticModel model)
        => IsInALoop(call)
            && GivenTo(call).Any(given => IsElement(given, element, model))
            && model.GetSymbolInfo(call).Symbol?.OriginalDefinition is IMethodSymbol { DeclaringSyntaxReferences: [var declaration] }
            && model.Compilation.ContainsSyntaxTree(declaration.SyntaxTree) // not so if the method is of a referenced project
            && model.Of(declaration.SyntaxTree) is var own
            && declaration.GetSyntax().DescendantNodes().OfType<AssignmentExpressionSyntax>().Any(assignment => SetsAReference(assignment, own)
                && IsGiven(own.GetSymbolInfo(RootOf(assignment.Left)).Symbol));

    /// <summary>Whether the expression is <c>null</c> or <c>default</c>.</summary>
    public static bool IsNothing(ExpressionSyntax value) => value switch
    {
        PostfixUnaryExpressionSyntax suppression => IsNothing(suppression.Operand),
        _ => value.Kind() is SyntaxKind.NullLiteralExpression or SyntaxKind.DefaultLiteralExpression or SyntaxKind.DefaultExpression,
    };

    private static bool IsInALoop(SyntaxNode node) => Loops.OutermostAround(node) is not null;

    private static bool SetsAReference(AssignmentExpressionSyntax assignment, SemanticModel model)
        => IsNothing(assignment.Right) && model.GetTypeInfo(assignment.Left).Type is { IsUnmanagedType: false };

    // What the method can change: its receiver, and the arguments with 'ref'.
    private static IEnumerable<ExpressionSyntax> GivenTo(InvocationExpressionSyntax call)
    {
        IEnumerable<ExpressionSyntax> references = call.ArgumentList.Arguments
            .Where(static argument => argument.RefKindKeyword.IsKind(SyntaxKind.RefKeyword))
            .Select(static argument => argument.Expression);
        return call.Expression is MemberAccessExpressionSyntax { Expression: var receiver } ? references.Prepend(receiver) : references;
    }

    // In the called method: a 'ref' parameter, the struct itself or a member of it.
    private static bool IsGiven(ISymbol? root) => root is IParameterSymbol { RefKind: RefKind.Ref }
        or IFieldSymbol { IsStatic: false, ContainingType.IsValueType: true } or IPropertySymbol { IsStatic: false, ContainingType.IsValueType: true };

    // An element in its place. A local without 'ref' is a copy.
    private static bool IsElement(ExpressionSyntax expression, ITypeSymbol element, SemanticModel model)
        => (expression is ElementAccessExpressionSyntax
                || model.GetSymbolInfo(expression).Symbol is ILocalSymbol { RefKind: RefKind.Ref } or IParameterSymbol { RefKind: RefKind.Ref })
            && SymbolEqualityComparer.Default.Equals(model.GetTypeInfo(expression).Type, element);

    // 'items[i]' of 'items[i].Name'
    private static ExpressionSyntax RootOf(ExpressionSyntax target)
        => target is MemberAccessExpressionSyntax { Expression: not ThisExpressionSyntax and var inner } ? RootOf(inner) : target;
}
