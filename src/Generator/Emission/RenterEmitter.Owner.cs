using PooledGen.Generator.Model;

namespace PooledGen.Generator.Emission;

/// <summary>The owner: the same rental for code that outlives a block.</summary>
internal sealed partial class RenterEmitter
{
    private void EmitOwnerMembers() => writer.Write($$"""
        /// <summary>
        /// Rents a buffer that may be stored, cross an await and be disposed on another thread. It allocates nothing after warm-up.
        /// </summary>
        /// <param name="length">How many elements: 0 to {{MaxLength}}{{(model.Pool.Oversize == OversizeMode.Throw ? "" : " from the pool, more from the heap")}}.</param>
        /// <returns>The owner. Length 0 gives an empty one.</returns>
        /// <exception cref="global::System.ArgumentOutOfRangeException">The length is negative{{(model.Pool.Oversize == OversizeMode.Throw ? $" or above {MaxLength}" : "")}}.</exception>
        {{s_generated}}
        {{Inline}}
        public static Owner RentOwner(int length)
        {
            // As Rent does; an empty owner has no node.
            {{SizeClassOfLength}}
            if ({{IsMiss}})
            {
                if (length == 0)
                    return default;

                node = Pool.RentOwnerSlow(length);
            }
        {{(model.ClearsOnRent ? "\n    node.AsSpan(length).Clear();" : "")}}
            return new Owner(node, node.Generation, 0, length);
        }

        /// <summary>
        /// Hands the rental over to an owner, which may outlive the block. This renter is over then; disposing it does nothing. A buffer
        /// that lies in the caller's own memory is copied into a rented one, and stays what it is.
        /// </summary>
        /// <returns>The owner of the same elements.</returns>
        /// <exception cref="global::System.ObjectDisposedException">The buffer was disposed or handed over.</exception>
        {{s_generated}}
        public Owner Detach()
        {
            if (_span.IsEmpty)
                return default;

            if ({{IsRented("Span")}})
                return new Owner(_node, _node.Transfer(_generation), 0, _span.Length);

            Owner owner = RentOwner(_span.Length);
            _span.CopyTo(owner.Span);
            return owner;
        }

        """);

    private void EmitOwner()
    {
        writer.Write($"""
            /// <summary>
            /// A rented buffer that may leave its block: in a field, across an await, to another thread. Dispose it once, anywhere; copies are
            /// harmless, because of all their Dispose calls only the first counts.
            /// </summary>
            /// <remarks>As a struct it allocates nothing; converted to <see cref="global::System.Buffers.IMemoryOwner&lt;T&gt;"/> it is boxed, which does.</remarks>
            {s_generated}
            """);
        using (writer.Block($"public readonly struct Owner : global::System.Buffers.IMemoryOwner<{Element}>"))
            EmitOwnerBody();

        writer.WriteBlankLine();
    }

    private void EmitOwnerBody() => writer.Write($$"""
        private readonly {{Services}}.PooledNode<{{Element}}>? _node; // null for an empty owner
        private readonly global::System.IntPtr _generation;
        private readonly int _start;
        private readonly int _length;

        internal Owner({{Services}}.PooledNode<{{Element}}> node, global::System.IntPtr generation, int start, int length)
        {
            _node = node;
            _generation = generation;
            _start = start;
            _length = length;
        }

        /// <summary>The elements, for asynchronous code. Valid until Dispose.</summary>
        /// <exception cref="global::System.ObjectDisposedException">The owner was disposed, or sliced into another one.</exception>
        public global::System.Memory<{{Element}}> Memory
        {
            get
            {
                {{Services}}.PooledNode<{{Element}}>? node = _node;
                if (node == null)
                    return default;

                if (node.Generation != _generation)
                    node.ThrowDisposed(_generation, {{Services}}.RentalHandle.Owner);

                return node.AsMemory(_start, _length);
            }
        }

        /// <summary>The elements. Valid until Dispose.</summary>
        /// <exception cref="global::System.ObjectDisposedException">The owner was disposed, or sliced into another one.</exception>
        public global::System.Span<{{Element}}> Span
        {
            get
            {
                {{Services}}.PooledNode<{{Element}}>? node = _node;
                if (node == null)
                    return default;

                if (node.Generation != _generation)
                    node.ThrowDisposed(_generation, {{Services}}.RentalHandle.Owner);

                return node.AsSpan(_start, _length);
            }
        }

        /// <summary>How many elements there are: what was asked for.</summary>
        public int Length => _length;

        /// <summary>The element at a position, by reference.</summary>
        /// <param name="index">0 to <see cref="Length"/> - 1.</param>
        /// <returns>A reference to the element, valid until Dispose.</returns>
        /// <exception cref="global::System.IndexOutOfRangeException">The index is negative, or not below <see cref="Length"/>.</exception>
        /// <exception cref="global::System.ObjectDisposedException">The owner was disposed, or sliced into another one.</exception>
        public ref {{Element}} this[int index] => ref Span[index];
        {{RangeIndexer}}
        /// <summary>Hands the rental over to an owner of a part of it. This owner is over then; disposing it does nothing.</summary>
        /// <param name="start">0 to <see cref="Length"/>.</param>
        /// <param name="length">0 to <see cref="Length"/> - <paramref name="start"/>.</param>
        /// <returns>The owner of the part. It returns the whole buffer.</returns>
        /// <exception cref="global::System.ArgumentOutOfRangeException">The part is not inside the buffer; this owner goes on.</exception>
        /// <exception cref="global::System.ObjectDisposedException">The owner was disposed, or sliced into another one.</exception>
        public Owner Slice(int start, int length)
        {
            // Throws before anything has moved.
            if (unchecked((ulong)(uint)start + (uint)length > (uint)Span.Length))
                throw {{Services}}.BufferErrors.Outside("{{model.DisplayName}}.Owner", start, length, _length);

            return _node == null ? default : new Owner(_node, _node.Transfer(_generation, {{Services}}.RentalHandle.Owner), _start + start, length);
        }

        /// <summary>Gives the buffer back{{(model.ClearsOnReturn ? ", cleared" : "")}}, to the thread that calls. Any thread may; the first call counts, further ones are misuse and do nothing.</summary>
        public void Dispose()
        {
            if (_node != null)
                Pool.{{(model.ClearsOnReturn ? "ReturnOwnedCleared" : "ReturnOwned")}}(_node, _generation, ref t_stacks);
        }

        // What the buffer itself throws. Here, because its own names are shared with the user's part; and given only numbers, because loading a text
        // would cost the callers registers, also where nothing is thrown.
        internal static void ThrowBufferOutside(int start, int total)
            => throw {{Services}}.BufferErrors.Outside("{{model.DisplayName}}", start, total);

        internal static void ThrowBufferOutside(int start, int length, int total)
            => throw {{Services}}.BufferErrors.Outside("{{model.DisplayName}}", start, length, total);

        internal static void ThrowSourceTooLong(int source, int total)
            => throw {{Services}}.BufferErrors.SourceTooLong("{{model.DisplayName}}", source, total);

        internal static void ThrowDestinationTooShort(int destination, int total)
            => throw {{Services}}.BufferErrors.DestinationTooShort("{{model.DisplayName}}", destination, total);
        """);

    // Without it the compiler would make a Slice of a range, which ends the owner: "owner[..4]" reads as if it only looked.
    private string RangeIndexer => model.Consumer.HasRanges
        ? $$"""

            /// <summary>A part of the elements: <c>owner[2..^1]</c>. The owner goes on, unlike after <see cref="Slice"/>.</summary>
            /// <param name="range">A part of 0 to <see cref="Length"/>.</param>
            /// <returns>A span, valid until Dispose.</returns>
            /// <exception cref="global::System.ArgumentOutOfRangeException">The part is not inside the buffer.</exception>
            /// <exception cref="global::System.ObjectDisposedException">The owner was disposed, or sliced into another one.</exception>
            public global::System.Span<{{Element}}> this[global::System.Range range] => Span[range];

            """
        : "";
}
