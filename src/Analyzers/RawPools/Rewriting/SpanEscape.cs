using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>
/// Spans of a raw array may go anywhere, but the compiler confines spans of a renter to its block. Checks whether this would be an error, and
/// reports possible errors too.
/// </summary>
internal static class SpanEscape
{
    /// <summary>Whether a span or reference taken from the local might leave the block that declares it.</summary>
    public static bool IsPossible(ILocalSymbol local, BlockSyntax block, SemanticModel model, CancellationToken cancellation)
    {
        if (model.GetEnclosingSymbol(block.SpanStart) is not IMethodSymbol function
            || function.ReturnsByRef || function.ReturnsByRefReadonly || function.ReturnType.IsRefLikeType || function.ContainingType.IsRefLikeType)
        {
            return true;
        }

        // A sum of thousands of terms is nested thousands of levels deep, so nodes that an earlier use has visited are skipped.
        var climbed = new HashSet<SyntaxNode>();
        var confined = new HashSet<ISymbol>(SymbolEqualityComparer.Default) { local };
        var open = new Stack<ISymbol>(confined);
        while (open.Count > 0)
        {
            foreach (IdentifierNameSyntax use in LocalUses.Of(open.Pop(), block, model, cancellation))
            {
                for (SyntaxNode part = use; part.Parent is { } node and not StatementSyntax && climbed.Add(part); part = node)
                {
                    cancellation.Checkpoint();
                    switch (node)
                    {
                        // A ref struct or ref local that is taken from the renter has the same limits.
                        case VariableDeclaratorSyntax variable
                            when model.GetDeclaredSymbol(variable) is ILocalSymbol { IsRef: true } or ILocalSymbol { Type.IsRefLikeType: true }:
                            ISymbol kept = model.GetDeclaredSymbol(variable)!;
                            if (confined.Add(kept))
                                open.Push(kept);

                            break;
                        case AssignmentExpressionSyntax { Right: RefExpressionSyntax right } when right == part:
                        case AssignmentExpressionSyntax assignment when assignment.Right == part && IsOtherRefLike(assignment.Left):
                        case InvocationExpressionSyntax call when call.ArgumentList == part && TakesItAlong(call):
                            return true;
                    }
                }
            }
        }

        return false;

        bool IsOtherRefLike(ExpressionSyntax target) => model.GetTypeInfo(target).Type is { IsRefLikeType: true }
            && !(model.GetSymbolInfo(target).Symbol is { } symbol && confined.Contains(symbol));

        // A method may store one ref struct in another one that it can write to.
        bool TakesItAlong(InvocationExpressionSyntax call)
            => (call.Expression is MemberAccessExpressionSyntax { Expression: var target }
                    && IsOtherRefLike(target)
                    && model.GetTypeInfo(target).Type is { IsReadOnly: false })
                || call.ArgumentList.Arguments.Any(argument => argument is { RefKindKeyword.RawKind: not 0, Expression: not DeclarationExpressionSyntax }
                    && IsOtherRefLike(argument.Expression));
    }
}
