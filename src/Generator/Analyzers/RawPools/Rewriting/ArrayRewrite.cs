using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.Generator.Analyzers.RawPools.Rewriting;

/// <summary>Rewrites rent, use and return, with or without a finally: the local becomes a renter.</summary>
internal static class ArrayRewrite
{
    public static RenterRewrite? Find(BlockRental rental, SemanticModel model, SourceText text, CancellationToken cancellation)
        => rental.Rewrite(rental.Uses, new RenterUse(rental.Rent.Length, rental.Block, model, cancellation).Rewrite, grows: false, model, text, cancellation);
}
