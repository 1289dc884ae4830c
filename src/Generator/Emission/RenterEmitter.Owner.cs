using PooledGen.Generator.Model;

namespace PooledGen.Generator.Emission;

/// <summary>The way to an owner: the same rental for code that outlives a block.</summary>
internal sealed partial class RenterEmitter
{
    private string Owner => $"global::PooledGen.PooledOwner<{Element}>";

    private void EmitRentOwner()
    {
        writer.Write($"""
            /// <summary>Rents a buffer that may be stored, cross an await and be disposed on another thread. It allocates nothing after warm-up.</summary>
            /// <param name="length">How many elements: 0 to {MaxLength}{(model.Pool.Oversize == OversizeMode.Throw ? "" : " from the pool, more from the heap")}.</param>
            /// <returns>The owner. Length 0 gives an empty one.</returns>
            /// <exception cref="global::System.ArgumentOutOfRangeException">The length is negative{(model.Pool.Oversize == OversizeMode.Throw ? $" or above {MaxLength}" : "")}.</exception>
            {s_generated}
            {Inline}
            """);
        using (writer.Block($"public static {Owner} RentOwner(int length)"))
        {
            writer.Write($"""
                {SizeClassOfLength}
                if ({IsMiss})
                    node = Pool.RentOwnerSlow(length);
                """);
            writer.WriteIf(model.ClearsOnRent, "\nnode.AsSpan(length).Clear();");
            writer.WriteBlankLine();
            writer.Write($"return new {Owner}(node, length);");
        }

        writer.WriteBlankLine();
    }

    private void EmitDetach() => writer.Write($$"""
        /// <summary>Hands the rental over to an owner, which may outlive the block. This renter is over then; disposing it does nothing.</summary>
        /// <remarks>A buffer that lies in the caller's own memory is copied into a rented one, and stays what it is.</remarks>
        /// <returns>The owner of the same elements.</returns>
        /// <exception cref="global::System.ObjectDisposedException">The buffer was disposed or handed over.</exception>
        {{s_generated}}
        public {{Owner}} Detach() => {{IsRented("Span")}} ? _node.Detach(_generation, _span.Length) : Pool.RentCopy(_span);

        """);
}
