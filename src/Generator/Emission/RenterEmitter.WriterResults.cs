namespace PooledGen.Generator.Emission;

/// <summary>What the writer does with what is written: insert into it, hand it over, copy it, give it back.</summary>
internal sealed partial class RenterEmitter
{
    private void EmitWriterInsert() => writer.Write($$"""
        /// <summary>Inserts an element; what stands behind it moves.</summary>
        /// <param name="index">Its position: 0 to <see cref="Length"/>.</param>
        /// <param name="value">The element.</param>
        /// <exception cref="global::System.ArgumentOutOfRangeException">The index is negative or above <see cref="Length"/>.</exception>
        {{GrowthDocumentation}}
        {{OverDocumentation}}
        public void Insert(int index, {{Element}} value)
        {
            if (unchecked((uint)index > (uint)_length))
                {{Services}}.WriterErrors.ThrowOutside(index, _length, "index");

            _storage.ThrowIfOver();

            if (_length == _span.Length)
                Grow(1);

            _span.Slice(index, _length - index).CopyTo(_span.Slice(index + 1));
            _span[index] = value;
            _length++;
        }

        /// <summary>Inserts elements; what stands behind them moves.</summary>
        /// <param name="index">The position of the first: 0 to <see cref="Length"/>.</param>
        /// <param name="values">The elements; a part of <see cref="WrittenSpan"/> if need be.</param>
        /// <exception cref="global::System.ArgumentOutOfRangeException">The index is negative or above <see cref="Length"/>.</exception>
        {{GrowthDocumentation}}
        {{OverDocumentation}}
        public void Insert(int index, {{Scoped}}global::System.ReadOnlySpan<{{Element}}> values)
        {
            if (unchecked((uint)index > (uint)_length))
                {{Services}}.WriterErrors.ThrowOutside(index, _length, "index");

            _storage.ThrowIfOver();

            if (global::System.MemoryExtensions.Overlaps(values, _span))
            {
                // What lies in this writer must not move while it is copied: it goes to the end, and from there to its place in three turns.
                int moved = _length - index;
                Append(values);
                global::System.Span<{{Element}}> turned = _span.Slice(index, _length - index);
                global::System.MemoryExtensions.Reverse(turned.Slice(0, moved));
                global::System.MemoryExtensions.Reverse(turned.Slice(moved));
                global::System.MemoryExtensions.Reverse(turned);
                return;
            }

            if (values.Length > _span.Length - _length)
                Grow(values.Length);

            _span.Slice(index, _length - index).CopyTo(_span.Slice(index + values.Length));
            values.CopyTo(_span.Slice(index));
            _length += values.Length;
        }

        """);

    private void EmitWriterResults() => writer.Write($$"""
        /// <summary>
        /// Hands what is written over to an owner, which may outlive the block: the rented array itself, or a rented copy of what still
        /// lies in the caller's memory. The writer is empty then and may go on.
        /// </summary>
        /// <returns>The owner of <see cref="Length"/> elements; an empty one where nothing is written.</returns>
        {{OverDocumentation}}
        {{GrowthDocumentation}}
        public Owner Detach()
        {
            _storage.ThrowIfOver();

            if (_length == 0)
                return default;

            if (!_storage.IsRented)
            {
                Owner copy = RentOwner(_length);
                _span.Slice(0, _length).CopyTo(copy.Span);
                Clear();
                return copy;
            }

            Owner owner = new Owner(_storage.Transfer(out global::System.IntPtr generation), generation, 0, _length);
            _span = default;
            _length = 0;
            return owner;
        }

        /// <summary>Copies what is written into a new array.</summary>
        /// <returns>An array of <see cref="Length"/> elements that is not pooled.</returns>
        {{OverDocumentation}}
        public {{model.Element.ArrayName}} ToArray() => WrittenSpan.ToArray();

        {{WriterToStringMember}}

        /// <summary>Gives the rented array back{{(model.ClearsOnReturn ? " and sets its elements to their default" : "")}}. The writer is empty then, without memory.</summary>
        public void Dispose()
        {
            global::System.Span<{{Element}}> span = _span;
            _span = default;
            _length = 0;
            _storage.End(Pool, span);
        }

        """);

    private string WriterToStringMember => model.Element.IsChar
        ? $"""
            /// <summary>What is written, as a string.</summary>
            /// <returns>A new string of <see cref="Length"/> characters.</returns>
            {OverDocumentation}
            public override string ToString() => WrittenSpan.ToString();
            """
        : """
            /// <summary>The type's name and the length; not the elements.</summary>
            /// <returns>For example <c>Writer[12]</c>.</returns>
            public override string ToString() => $"Writer[{_length}]";
            """;
}
