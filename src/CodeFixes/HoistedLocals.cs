using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Analyzers.RawPools.Rewriting;

namespace PooledGen.CodeFixes;

/// <summary>The locals of some statements that later ones mention, declared in front of both, so that the first can move into a block of their own.</summary>
/// <param name="Declarations">The declarations, without values.</param>
/// <param name="Changes">What makes the old declarations assignments.</param>
internal sealed record HoistedLocals(IReadOnlyList<string> Declarations, IReadOnlyList<TextChange> Changes)
{
    private static readonly SymbolDisplayFormat s_type = SymbolDisplayFormat.MinimallyQualifiedFormat
        .AddMiscellaneousOptions(SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier);

    public static HoistedLocals None { get; } = new([], []);

    /// <summary>
    /// The locals that are declared in one part of the text and mentioned in another; null if one of them cannot be declared without its value.
    /// </summary>
    public static HoistedLocals? Of(TextSpan declaring, IEnumerable<SyntaxNode> mentioning, FixSite site)
    {
        List<string> declarations = [];
        List<TextChange> changes = [];
        IEnumerable<ISymbol> needed = mentioning
            .SelectMany(static node => node.DescendantNodesAndSelf())
            .WithCheckpoints(site.Cancellation)
            .OfType<IdentifierNameSyntax>()
            .Select(name => site.Model.GetSymbolInfo(name, site.Cancellation).Symbol)
            .Where(symbol => symbol is ILocalSymbol or IMethodSymbol { MethodKind: MethodKind.LocalFunction }
                && symbol.DeclaringSyntaxReferences is [var reference] && declaring.Contains(reference.Span))
            .Distinct(SymbolEqualityComparer.Default)
            .OfType<ISymbol>();
        foreach (ISymbol symbol in needed)
        {
            if (symbol is not ILocalSymbol { IsConst: false, IsRef: false, IsUsing: false, Type: { IsAnonymousType: false } type } local
                || Assign(local.DeclaringSyntaxReferences[0].GetSyntax(site.Cancellation), site.Text) is not { } change)
            {
                return null;
            }

            declarations.Add($"{type.ToMinimalDisplayString(site.Model, declaring.Start, s_type)} {local.Name};");
            changes.Add(change);
        }

        return new HoistedLocals(declarations, changes);
    }

    private static TextChange? Assign(SyntaxNode declaration, SourceText text) => declaration switch
    {
        // 'int n = Read();' becomes 'n = Read();'. Only a declaration takes '{ 1, 2 }'.
        VariableDeclaratorSyntax { Parent: VariableDeclarationSyntax { Variables.Count: 1, Parent: LocalDeclarationStatementSyntax statement } } variable
            => variable.Initializer is null ? StatementText.Remove(statement, text)
                : variable.Initializer.Value is InitializerExpressionSyntax or StackAllocArrayCreationExpressionSyntax ? null
                : new TextChange(TextSpan.FromBounds(statement.SpanStart, variable.SpanStart), ""),

        // 'out int n' becomes 'out n'.
        SingleVariableDesignationSyntax { Parent: DeclarationExpressionSyntax { Parent: ArgumentSyntax argument } declared } name
            when argument.RefKindKeyword.IsKind(SyntaxKind.OutKeyword) => new TextChange(declared.Span, name.ToString()),
        _ => null,
    };
}
