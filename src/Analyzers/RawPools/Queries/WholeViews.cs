using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// Finds the locals that are a span, memory or segment of a whole array as long as they live: <c>Memory&lt;byte&gt; all = array;</c>. A local that is
/// assigned again may be a part of the array by then.
/// </summary>
internal sealed class WholeViews(SemanticModel model, CancellationToken cancellation)
{
    // Found once: a long body has many mentions of its locals.
    private readonly Dictionary<ISymbol, bool> _answers = new(SymbolEqualityComparer.Default);
    private HashSet<string>? _unsure;

    /// <summary>Whether the operand is such a local.</summary>
    public bool Has(IOperation operand)
    {
        // Since C# 14, a span converts to a read-only span without an operator.
        if (operand is IConversionOperation conversion)
            return Has(conversion.Operand);

        if (operand is not ILocalReferenceOperation { Local: { RefKind: RefKind.None } local } || !Views.IsView(local.Type))
            return false;

        if (!_answers.TryGetValue(local, out bool answer))
        {
            _answers[local] = false; // code that does not compile may initialise a local with itself
            _answers[local] = answer = IsMadeOfAll(local);
        }

        return answer;
    }

    private bool IsMadeOfAll(ILocalSymbol local)
        => local.DeclaringSyntaxReferences is [var declaration]
            && declaration.GetSyntax(cancellation) is VariableDeclaratorSyntax { Initializer: not null } declarator
            && model.GetOperation(declarator, cancellation) is IVariableDeclaratorOperation { Initializer.Value: var value }
            && WholeArray.Origin(value) is var origin
            && (!Views.IsView(origin.Type) || Has(origin))
            && !(_unsure ??= UnsureNames(declarator)).Contains(local.Name);

    // The names that are assigned, or whose length is compared with what may be the requested one.
    private HashSet<string> UnsureNames(SyntaxNode local)
        => [.. MemberSyntax.Around(local)!.DescendantNodes().WithCheckpoints(cancellation).SelectMany(Unsure).OfType<IdentifierNameSyntax>().Select(NameOf)];

    private static IEnumerable<SyntaxNode?> Unsure(SyntaxNode node) => node switch
    {
        AssignmentExpressionSyntax { Left: TupleExpressionSyntax targets } => targets.Arguments.Select(static SyntaxNode? (target) => target.Expression),
        AssignmentExpressionSyntax assignment => [assignment.Left],
        ArgumentSyntax { RefKindKeyword.RawKind: not 0 } argument => [argument.Expression],
        RefExpressionSyntax reference => [reference.Expression],
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.EqualsExpression or (int)SyntaxKind.NotEqualsExpression } comparison
            => [MeasuredIn(comparison.Left), MeasuredIn(comparison.Right)],
        _ => [],
    };

    private static ExpressionSyntax? MeasuredIn(ExpressionSyntax operand)
        => operand is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Length" } length ? length.Expression : null;

    private static string NameOf(IdentifierNameSyntax name) => name.Identifier.ValueText;
}
