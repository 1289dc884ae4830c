using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.Generator.Analyzers.RawPools.Rewriting;

/// <summary>Rent, use, return, with a finally or without: the local becomes a renter.</summary>
internal static class ArrayRewrite
{
    public static RenterRewrite? Find(BlockRental rental, SemanticModel model, SourceText text, CancellationToken cancellation)
        => rental.Rewrite(rental.Uses, new RenterUse(rental.Rent.Length, rental.Block, model, cancellation).Rewrite, grows: false, model, text, cancellation);
}
