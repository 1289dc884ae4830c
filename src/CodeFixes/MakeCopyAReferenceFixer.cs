using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Analyzers.RawPools.Rewriting;

namespace PooledGen.CodeFixes;

/// <summary>PG0106: <c>var copy = renter;</c> becomes <c>ref readonly var copy = ref renter;</c>.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(MakeCopyAReferenceFixer))]
public sealed class MakeCopyAReferenceFixer() : TextFixer("Refer to the renter instead", "PG0106")
{
    internal override IEnumerable<TextChange> Fix(FixSite site)
    {
        if (site.Enclosing<LocalDeclarationStatementSyntax>() is not { UsingKeyword.RawKind: 0, Parent: BlockSyntax block, Declaration: var declaration }
            || declaration is not { Variables: [{ Initializer.Value: IdentifierNameSyntax source } variable], Type: not (RefTypeSyntax or ScopedTypeSyntax) }
            || site.Model.GetSymbolInfo(source).Symbol is not { } original
            || original is not (ILocalSymbol or IParameterSymbol)
            || site.Model.GetDeclaredSymbol(variable) is not ILocalSymbol { Type: { IsRefLikeType: true, IsReadOnly: true } } copy
            || IsSet(copy, block, site)
            || IsSet(original, Function(block), site))
        {
            return [];
        }

        // This fix does not apply to a writer, which is not read-only: appending through the reference would change a hidden copy.
        return [new TextChange(new TextSpan(declaration.SpanStart, 0), "ref readonly "), new TextChange(new TextSpan(source.SpanStart, 0), "ref ")];
    }

    // If one of the two variables is assigned, they can differ.
    private static bool IsSet(ISymbol variable, SyntaxNode scope, FixSite site)
        => LocalUses.Of(variable, scope, site.Model, site.Cancellation).Any(LocalUses.IsWrite);

    private static SyntaxNode Function(SyntaxNode block)
        => block.AncestorsAndSelf().Last(static node => node is BlockSyntax or BaseMethodDeclarationSyntax);
}
