using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Analyzers.RawPools.Rewriting;

namespace PooledGen.CodeFixes;

/// <summary>PG0101, PG0102, PG0203, PG0204: <c>var buffer = …</c> becomes <c>using var buffer = …</c>, and a Dispose at the end is removed.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(AddUsingFixer))]
public sealed class AddUsingFixer() : TextFixer("Add 'using'", "PG0101", "PG0102", "PG0203", "PG0204")
{
    internal override IEnumerable<TextChange> Fix(FixSite site)
    {
        if (site.Enclosing<LocalDeclarationStatementSyntax>() is not { UsingKeyword.RawKind: 0, Parent: BlockSyntax block } declaration
            || declaration.Declaration.Variables is not [{ Initializer: not null } variable]
            || site.Model.GetDeclaredSymbol(variable) is not ILocalSymbol { IsRef: false } local
            || !IsEndedByDispose(local.Type, variable.Initializer.Value, site)
            || site.Root.SyntaxTree.Options is not CSharpParseOptions { LanguageVersion: >= LanguageVersion.CSharp8 }
            || !CanEndWithItsBlock(local, declaration, block, site.Cancellation))
        {
            return [];
        }

        List<TextChange> changes = [new TextChange(new TextSpan(declaration.SpanStart, 0), "using ")];
        IReadOnlyList<IdentifierNameSyntax> uses = LocalUses.Of(local, block, site.Model, site.Cancellation);
        foreach (IdentifierNameSyntax use in uses)
        {
            if (LocalUses.IsCaptured(use, block, site.Cancellation))
                return [];

            if (DisposeOf(use) is { } dispose)
            {
                if (!Releases.IsLast(dispose, block, uses, site.Cancellation)
                    || Releases.Remove(dispose, block, site.Text, site.Cancellation) is not { } removal)
                    return [];

                changes.AddRange(removal);
            }
            else if (!IsUseInPlace(use, local, site.Model))
            {
                return [];
            }
        }

        return changes;
    }

    // PG0203 and PG0204 are also about arrays and other objects that go back by a method of their pool, even if they have a Dispose. A local of type
    // IDisposable may hold an owner. Of an owner of another library the rule knows its end.
    private static bool IsEndedByDispose(ITypeSymbol type, ExpressionSyntax value, FixSite site)
        => site.Diagnostic.Id.StartsWith("PG01", StringComparison.Ordinal)
            || IsOwner(type)
            || DisposedRental.IsAt(site.Diagnostic)
            || (type.SpecialType == SpecialType.System_IDisposable && IsOwner(site.Model.GetTypeInfo(value).Type));

    private static bool IsOwner(ITypeSymbol? type) => type is INamedTypeSymbol { Name: "IMemoryOwner", Arity: 1 };

    // Jumps cannot cross a using declaration. A ref struct that is disposed before an await today must not be alive at the await.
    private static bool CanEndWithItsBlock(ILocalSymbol local, SyntaxNode declaration, BlockSyntax block, CancellationToken cancellation)
        => !block.DescendantNodes().WithCheckpoints(cancellation).Any(node => node is LabeledStatementSyntax
            || (local.Type.IsRefLikeType && node.SpanStart > declaration.SpanStart && node is AwaitExpressionSyntax or YieldStatementSyntax));

    private static ExpressionStatementSyntax? DisposeOf(IdentifierNameSyntax use)
        => use.Parent is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Dispose", Parent: InvocationExpressionSyntax call }
            ? call.Parent as ExpressionStatementSyntax
            : null;

    // Code that receives the rental, or keeps its memory, may need it for longer.
    private static bool IsUseInPlace(IdentifierNameSyntax use, ILocalSymbol local, SemanticModel model) => use.Parent switch
    {
        MemberAccessExpressionSyntax member when member.Expression == use => !HandsOn(member, local, model),
        ElementAccessExpressionSyntax element => element.Expression == use,
        ForEachStatementSyntax or EqualsValueClauseSyntax { Parent.Parent.Parent: FixedStatementSyntax } => true,
        ArgumentSyntax argument
            => argument.RefKindKeyword.IsKind(SyntaxKind.InKeyword) || model.GetTypeInfo(use).ConvertedType is { Name: "Span" or "ReadOnlySpan" },
        _ => false,
    };

    private static bool HandsOn(MemberAccessExpressionSyntax member, ILocalSymbol local, SemanticModel model) => model.GetSymbolInfo(member).Symbol switch
    {
        IMethodSymbol method => method.Name is "Dispose" or "Detach" || SymbolEqualityComparer.Default.Equals(method.ReturnType, local.Type),
        IPropertySymbol { Name: "Memory" } => !IsConsumed(member, model),
        IPropertySymbol { Name: "Span" } => member.Parent is ReturnStatementSyntax or AssignmentExpressionSyntax,
        _ => false,
    };

    /// <summary>Whether the memory is accessed directly, or passed to a call that completes within the statement.</summary>
    internal static bool IsConsumed(MemberAccessExpressionSyntax memory, SemanticModel model) => memory.Parent switch
    {
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Span" or "Length" } => true,
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Slice", Parent: InvocationExpressionSyntax slice } => IsForACall(slice, model),
        _ => IsForACall(memory, model),
    };

    private static bool IsForACall(ExpressionSyntax memory, SemanticModel model)
        => memory.Parent is ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax call }
            && (model.GetTypeInfo(call).Type is { SpecialType: not SpecialType.None }
                || call.Parent is AwaitExpressionSyntax
                || call.Parent is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "ConfigureAwait", Parent.Parent: AwaitExpressionSyntax });
}
