using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>Rewrites <c>using var owner = MemoryPool&lt;T&gt;.Shared.Rent(n)</c>: an owner that is a struct takes the place of the one on the heap.</summary>
internal static class MemoryOwnerRewrite
{
    public static RenterRewrite? Find(SharedRent rent, SemanticModel model, CancellationToken cancellation)
    {
        // A length of -1 leaves the length to the pool.
        if (rent.Syntax.Parent is not EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax variable }
            || variable.Parent is not VariableDeclarationSyntax { Variables.Count: 1 } declaration
            || !IsDisposedAtTheEnd(declaration)
            || model.GetConstantValue(rent.Length).Value is < 0
            || model.GetDeclaredSymbol(variable) is not ILocalSymbol local
            || !LocalUses.Of(local, MemberNames.MemberAround(declaration), model, cancellation).All(IsView))
        {
            return null;
        }

        ImmutableArray<TextChange>.Builder changes = ImmutableArray.CreateBuilder<TextChange>();
        if (!declaration.Type.IsVar)
        {
            string owner = RenterElement.TypeOf(WellKnownNames.OwnerMetadataName, rent.Element, model, declaration.SpanStart);
            changes.Add(new TextChange(declaration.Type.Span, owner));
        }

        changes.Add(new TextChange(rent.Syntax.Expression.Span, $"{RenterRewrite.TypePlaceholder}.{WellKnownNames.RentOwner}"));
        return new RenterRewrite(local.Name, rent, IsCleared: false, Replacement.Owner, changes.ToImmutable());
    }

    private static bool IsDisposedAtTheEnd(VariableDeclarationSyntax declaration)
        => declaration.Parent is UsingStatementSyntax { AwaitKeyword.RawKind: 0 }
            or LocalDeclarationStatementSyntax { UsingKeyword.RawKind: not 0, AwaitKeyword.RawKind: 0 };

    // Code that asks how long the memory is may rely on a longer one. Everything else was written for any memory of at least the requested length.
    private static bool IsView(IdentifierNameSyntax owner)
    {
        SyntaxNode view = owner;
        while (view.Parent is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Memory" or "Span" } member && member.Expression == view)
            view = member;

        return view != owner && view.Parent is not MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Length" or "IsEmpty" };
    }
}
