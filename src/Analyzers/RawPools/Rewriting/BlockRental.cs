using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>An array that a block rents, keeps in a local and returns.</summary>
internal sealed record BlockRental(
    SharedRent Rent, VariableDeclarationSyntax Declaration, BlockSyntax Block, ILocalSymbol Local, IReadOnlyList<IdentifierNameSyntax> Uses)
{
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

    /// <summary>
    /// Rewrites the local to <c>using var</c>, its uses by the function, and removes the returns; null if one of them cannot be rewritten.
    /// </summary>
    public RenterRewrite? Rewrite(
        IEnumerable<IdentifierNameSyntax> uses,
        Func<IdentifierNameSyntax, IEnumerable<TextChange>?> rewriteUse,
        Replacement replacement,
        SemanticModel model,
        SourceText text,
        CancellationToken cancellation)
    {
        var changes = ImmutableArray.CreateBuilder<TextChange>();
        changes.AddRange(Declare(replacement, model, text));
        var returns = new List<SharedReturn>();
        ExpressionStatementSyntax? clearing = null;
        bool isCleared = false;
        foreach (IdentifierNameSyntax use in uses.Reverse().WithCheckpoints(cancellation))
        {
            if (clearing?.Span.Contains(use.Span) == true)
                continue;

            SharedReturn? found = SharedReturn.Find(use, model);

            // The pool clears such elements anyway, so the statement goes. The uses are visited backwards, so a clearing follows its return.
            clearing = found is not null && replacement != Replacement.Writer && (found.IsClearing || !Rent.Element.IsUnmanagedType)
                ? HandClearing.Before(found.Syntax, Local.Name)
                : null;
            if ((found is null ? rewriteUse(use) : ReleaseRemoval.Of(found.Syntax, clearing, Block, text, cancellation)) is not { } rewritten)
                return null;

            changes.AddRange(rewritten);
            if (found is not null)
                returns.Add(found);
            isCleared |= found?.IsClearing == true || clearing is not null;
        }

        return returns.Count > 0 && returns.All(found => Releases.IsLast(found.Syntax, Block, Uses, cancellation))
            ? new RenterRewrite(Local.Name, Rent, isCleared, replacement, changes.ToImmutable())
            : null;
    }

    /// <summary>The name of a renter beside a span that keeps the array's name.</summary>
    public string NameOfRenter => Local.Name + "Rental";

    // byte[] array = ArrayPool<byte>.Shared.Rent(n)  ->  using ByteBuffer array = ByteBuffer.Rent(n)
    private IEnumerable<TextChange> Declare(Replacement replacement, SemanticModel model, SourceText text)
    {
        (string type, string member) = replacement switch
        {
            Replacement.Writer => ("var", "CreateWriter"),
            Replacement.Owner => (RenterElement.TypeOf(WellKnownNames.OwnerMetadataName, Rent.Element, model, Declaration.SpanStart), WellKnownNames.RentOwner),
            _ => (RenterRewrite.TypePlaceholder, "Rent"),
        };
        yield return new TextChange(new TextSpan(Declaration.SpanStart, 0), "using ");
        if (!Declaration.Type.IsVar)
            yield return new TextChange(Declaration.Type.Span, type);

        yield return new TextChange(Rent.Syntax.Expression.Span, $"{RenterRewrite.TypePlaceholder}.{member}");
        if (replacement != Replacement.Span)
            yield break;

        // using ByteBuffer arrayRental = ByteBuffer.Rent(n);
        // Span<byte> array = arrayRental.Span;
        string renter = NameOfRenter;
        string nextLine = StatementText.NextLine(Declaration, text);
        string span = Declaration.Type.IsVar ? "var" : RenterElement.TypeOf(RenterElement.SpanMetadataName, Rent.Element, model, Declaration.SpanStart);
        yield return new TextChange(Declaration.Variables[0].Identifier.Span, renter);
        yield return new TextChange(new TextSpan(Declaration.Parent!.Span.End, 0), $"{nextLine}{span} {Local.Name} = {renter}.Span;");
    }
}
