using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>An array that a block rents, keeps in a local and returns, with or without a <c>finally</c>.</summary>
internal sealed record BlockRental(
    SharedRent Rent, VariableDeclarationSyntax Declaration, BlockSyntax Block, ILocalSymbol Local, IReadOnlyList<IdentifierNameSyntax> Uses)
{
    /// <summary>The name of a renter beside a span that keeps the array's name.</summary>
    public string NameOfRenter => Local.Name + "Rental";

    public static BlockRental? Find(SharedRent rent, SemanticModel model, CancellationToken cancellation)
    {
        if (rent.Syntax.Parent is not EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax variable }
            || variable.Parent is not VariableDeclarationSyntax { Variables.Count: 1 } declaration
            || declaration.Parent is not LocalDeclarationStatementSyntax { Parent: BlockSyntax block }
            || model.GetDeclaredSymbol(variable) is not ILocalSymbol { Type: IArrayTypeSymbol, IsRef: false } local)
        {
            return null;
        }

        IReadOnlyList<IdentifierNameSyntax> uses = LocalUses.Of(local, block, model, cancellation);
        return uses.Any(use => LocalUses.IsCaptured(use, block, cancellation)) ? null : new BlockRental(rent, declaration, block, local, uses);
    }

    /// <summary>Rewrites the local to <c>using</c>, and its uses, and removes the returns; null if one of them cannot be rewritten.</summary>
    public RenterRewrite? Rewrite(Replacement replacement, SemanticModel model, CancellationToken cancellation)
    {
        SourceText text = Block.SyntaxTree.GetText(cancellation);
        var use = new RenterUse(Rent.Length, Block, replacement, model, cancellation);
        var changes = ImmutableArray.CreateBuilder<TextChange>();
        changes.AddRange(Declare(replacement, model, text));
        bool isReturned = false;
        foreach (IdentifierNameSyntax mention in Uses.WithCheckpoints(cancellation))
        {
            StatementSyntax? release = Rent.ReturnOf(mention, model);
            if (release is not null && !Releases.IsLast(release, Block, Uses, cancellation))
                return null;

            if ((release is null ? use.Rewrite(mention) : Releases.Remove(release, Block, text, cancellation)) is not { } rewritten)
                return null;

            changes.AddRange(rewritten);
            isReturned |= release is not null;
        }

        return isReturned ? new RenterRewrite(Local.Name, Rent, replacement, changes.ToImmutable()) : null;
    }

    // byte[] array = ArrayPool<byte>.Shared.Rent(n)  ->  using ByteBuffer array = ByteBuffer.Rent(n)
    private IEnumerable<TextChange> Declare(Replacement replacement, SemanticModel model, SourceText text)
    {
        bool isOwner = replacement == Replacement.Owner;
        yield return new TextChange(new TextSpan(Declaration.SpanStart, 0), "using ");
        if (!Declaration.Type.IsVar)
            yield return new TextChange(Declaration.Type.Span, isOwner ? TypeOf(WellKnownNames.OwnerMetadataName, model) : RenterRewrite.TypePlaceholder);

        string member = isOwner ? WellKnownNames.RentOwner : "Rent";
        yield return new TextChange(Rent.Syntax.Expression.Span, $"{RenterRewrite.TypePlaceholder}.{member}");
        if (replacement != Replacement.Span)
            yield break;

        // using ByteBuffer arrayRental = ByteBuffer.Rent(n);
        // Span<byte> array = arrayRental.Span;
        string span = Declaration.Type.IsVar ? "var" : TypeOf(RenterRewrite.SpanMetadataName, model);
        string nextLine = StatementText.NextLine(Declaration, text);
        yield return new TextChange(Declaration.Variables[0].Identifier.Span, NameOfRenter);
        yield return new TextChange(new TextSpan(Declaration.Parent!.Span.End, 0), $"{nextLine}{span} {Local.Name} = {NameOfRenter}.Span;");
    }

    private string TypeOf(string type, SemanticModel model) => RenterRewrite.TypeOf(type, Rent.Element, model, Declaration.SpanStart);
}
