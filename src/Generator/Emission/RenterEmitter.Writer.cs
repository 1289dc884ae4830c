using PooledGen.Generator.Model;

namespace PooledGen.Generator.Emission;

/// <summary>The writer: a buffer that grows, in the caller's memory first.</summary>
internal sealed partial class RenterEmitter
{
    private const string OutOfMemoryDocumentation
        = "/// <exception cref=\"global::System.OutOfMemoryException\">There is no memory, or it would be longer than an array may be.</exception>";

    private const string OverDocumentation
        = "/// <exception cref=\"global::System.ObjectDisposedException\">The array was given back through a copy of the writer.</exception>";

    private string Scoped => model.Consumer.HasScopedParameters ? "scoped " : "";

    // Empty where growing cannot be refused.
    private string GrowthDocumentation => model.Pool.Oversize == OversizeMode.Throw
        ? $"/// <exception cref=\"global::System.ArgumentOutOfRangeException\">The writer would have to grow beyond {MaxLength} elements.</exception>\n" + OutOfMemoryDocumentation
        : OutOfMemoryDocumentation;

    // The hottest members: the check would add two loads and a compare to their few instructions.
    private const string UncheckedRemark = """
        /// <remarks>
        /// For speed, the generation is not checked where the writer has room: a copy of the writer whose array was given back then writes into
        /// memory that may belong to another rental. All other members that touch the memory throw.
        /// </remarks>
        """;

    // Text comes in short pieces. One question in all: whether it fits.
    private string TryCopyValues => model.Element.IsChar && model.Consumer.HasSpanFormatting
        ? $"{Services}.ShortText.TryCopy(values, _span.Slice(length))"
        : "values.TryCopyTo(_span.Slice(length))";

    private void EmitWriterMembers() => writer.Write($$"""
        /// <summary>Creates a writer that rents with the first element written: <c>using var writer = {{Xml(Self)}}.CreateWriter();</c></summary>
        /// <param name="scope">{{ScopeDocumentation}}</param>
        /// <returns>The writer, empty.</returns>
        {{s_generated}}
        public static Writer CreateWriter(in global::PooledGen.RentalScope scope = default) => new Writer(global::System.Span<{{Element}}>.Empty, in scope);

        /// <summary>
        /// Creates a writer that rents only when <paramref name="initial"/> is full:
        /// <c>using var writer = {{Xml(Self)}}.CreateWriter(stackalloc {{Xml(Element)}}[256]);</c>
        /// </summary>
        /// <param name="initial">The caller's own memory. It is not given to the pool.</param>
        /// <param name="scope">{{ScopeDocumentation}}</param>
        /// <returns>The writer, empty.</returns>
        {{s_generated}}
        public static Writer CreateWriter(global::System.Span<{{Element}}> initial, in global::PooledGen.RentalScope scope = default) => new Writer(initial, in scope);

        /// <summary>Creates a writer with rented room for a number of elements.</summary>
        /// <param name="capacity">How many elements to have room for at least; it grows beyond that.</param>
        /// <param name="scope">{{ScopeDocumentation}}</param>
        /// <returns>The writer, empty.</returns>
        /// <exception cref="global::System.ArgumentOutOfRangeException">The capacity is negative{{(model.Pool.Oversize == OversizeMode.Throw ? $" or above {MaxLength}" : "")}}.</exception>
        {{s_generated}}
        public static Writer CreateWriter(int capacity, in global::PooledGen.RentalScope scope = default) => new Writer(capacity, in scope);

        """);

    private void EmitWriter()
    {
        writer.Write($"""
            /// <summary>
            /// Collects elements in one piece of memory that grows: the caller's memory first, then rented arrays, each at least twice as long
            /// as the one before; only the longest that is pooled may be less. <c>using var writer = {Xml(Self)}.CreateWriter(stackalloc {Xml(Element)}[256]);</c>
            /// </summary>
            /// <remarks>
            /// Dispose once, in the block that created it. Pass it on by <c>ref</c>, never by value: a copy does not see what the other one
            /// rents. (C# does not pass a <c>using</c> variable by ref: dispose in a <c>finally</c> then.) The first Dispose of several copies
            /// ends the rental for all: the others must not be written to any more, and their Dispose only counts as misuse. After Dispose,
            /// or by default, a writer is empty; who goes on writing to it rents again.
            /// </remarks>
            [global::PooledGen.NonCopyable]
            """);
        writer.WriteIf(model.Consumer.HasMustDisposeResource, "[global::JetBrains.Annotations.MustDisposeResource]");
        writer.Write($"""
            [global::System.Diagnostics.DebuggerDisplay("Writer[{"{Length}"}]")]
            {s_generated}
            """);
        string interfaces = model.Consumer.RefStructsCanImplementInterfaces ? " : global::System.IDisposable" : "";
        using (writer.Block($"public ref partial struct Writer{interfaces}"))
        {
            EmitWriterState();
            EmitWriterAppend();
            if (model.Element.IsChar || model.Element.IsByte)
                EmitWriterText();

            EmitWriterBuffer();
            EmitWriterInsert();
            EmitWriterResults();
            EmitWriterGrowth();
        }

        writer.WriteBlankLine();
    }

    private void EmitWriterState() => writer.Write($$"""
        private global::System.Span<{{Element}}> _span; // what is written, and the free memory behind it
        private int _length;
        private {{Services}}.WriterStorage<{{Element}}> _storage; // the rented array under the span, if there is one
        {{ParameterlessWriterConstructor}}
        /// <summary>Creates a writer that rents only when <paramref name="initial"/> is full.</summary>
        /// <param name="initial">The caller's own memory. It is not given to the pool.</param>
        /// <param name="scope">{{ScopeDocumentation}}</param>
        public Writer(global::System.Span<{{Element}}> initial, in global::PooledGen.RentalScope scope = default)
        {
            _span = initial;
            _length = 0;
            _storage = default;{{(model.ClearsOnRent ? "\n    initial.Clear();" : "")}}
        }

        internal Writer(int capacity, in global::PooledGen.RentalScope scope)
        {
            _length = 0;
            _storage = default;
            _span = _storage.Start(Pool, capacity);
        }

        /// <summary>How many elements are written.</summary>
        public int Length => _length;

        /// <summary>How many elements fit before the writer has to grow.</summary>
        public int Capacity => _span.Length;

        /// <summary>What is written. Valid until the writer is written to again, cleared or disposed.</summary>
        {{OverDocumentation}}
        public global::System.ReadOnlySpan<{{Element}}> WrittenSpan
        {
            get
            {
                _storage.ThrowIfOver();
                return _span.Slice(0, _length);
            }
        }

        """);

    // The compiler's own one has no scope: what it makes could be returned, with the spans of what it rents.
    private string ParameterlessWriterConstructor => model.Consumer.HasParameterlessStructConstructors
        ? """

            /// <summary>Not to be used: nothing would confine the writer to its block.</summary>
            [global::System.Obsolete("Create it with CreateWriter(): the compiler then keeps the writer, and what it shows, inside the block.", error: true)]
            public Writer() => this = default;

            """
        : "";

    private void EmitWriterAppend() => writer.Write($$"""
        /// <summary>Appends an element.</summary>
        /// <param name="value">The element.</param>
        {{GrowthDocumentation}}
        {{UncheckedRemark}}
        {{Inline}}
        public void Append({{Element}} value)
        {
            int length = _length;
            global::System.Span<{{Element}}> span = _span;
            if (unchecked((uint)length < (uint)span.Length))
            {
                span[length] = value;
                _length = length + 1;
            }
            else
            {
                AppendSlow(value);
            }
        }

        /// <summary>Appends elements.</summary>
        /// <param name="values">The elements; a part of <see cref="WrittenSpan"/> if need be.</param>
        {{GrowthDocumentation}}
        {{UncheckedRemark}}
        {{Inline}}
        public void Append({{Scoped}}global::System.ReadOnlySpan<{{Element}}> values)
        {
            int length = _length;
            if ({{TryCopyValues}})
                _length = length + values.Length;
            else
                AppendSlow(values);
        }

        /// <summary>Appends an element a number of times.</summary>
        /// <param name="value">The element.</param>
        /// <param name="count">How many times.</param>
        /// <exception cref="global::System.ArgumentOutOfRangeException">The count is negative.</exception>
        {{GrowthDocumentation}}
        {{OverDocumentation}}
        public void Append({{Element}} value, int count)
        {
            if (count < 0)
                {{Services}}.WriterErrors.ThrowNegative(count, "count");

            _storage.ThrowIfOver();

            if (count > _span.Length - _length)
                Grow(count);

            _span.Slice(_length, count).Fill(value);
            _length += count;
        }

        """);

    private void EmitWriterBuffer() => writer.Write($$"""
        /// <summary>Free memory behind what is written. Write to its start, then call <see cref="Advance"/>.</summary>
        /// <param name="sizeHint">How long it has to be at least; 0 for any length but 0.</param>
        /// <returns>All that is free. Valid until the writer is written to again, cleared or disposed.</returns>
        /// <exception cref="global::System.ArgumentOutOfRangeException">The size hint is negative.</exception>
        {{GrowthDocumentation}}
        {{OverDocumentation}}
        public global::System.Span<{{Element}}> GetSpan(int sizeHint = 0)
        {
            if (sizeHint < 0)
                {{Services}}.WriterErrors.ThrowNegative(sizeHint, "sizeHint");

            _storage.ThrowIfOver();

            if (_length == _span.Length || sizeHint > _span.Length - _length)
                Grow(sizeHint == 0 ? 1 : sizeHint);

            return _span.Slice(_length);
        }

        /// <summary>Counts as written what was written into the memory of <see cref="GetSpan"/>.</summary>
        /// <param name="count">How many elements.</param>
        /// <exception cref="global::System.ArgumentOutOfRangeException">The count is negative.</exception>
        /// <exception cref="global::System.InvalidOperationException">More than the free memory has.</exception>
        {{OverDocumentation}}
        public void Advance(int count)
        {
            if (count < 0)
                {{Services}}.WriterErrors.ThrowNegative(count, "count");

            _storage.ThrowIfOver();

            if (count > _span.Length - _length)
                {{Services}}.WriterErrors.ThrowAdvancedTooFar(count, _span.Length - _length);

            _length += count;
        }

        /// <summary>Starts again at the beginning, in the same memory{{(model.ClearsOnReturn ? ", with what was written set to its default" : "")}}.</summary>
        {{OverDocumentation}}
        public void Clear() => Truncate(0);

        /// <summary>Takes back what was written last: <c>writer.Truncate(writer.Length - 1)</c>{{(model.ClearsOnReturn ? ". It is set to its default" : "")}}.</summary>
        /// <param name="length">How much stays: 0 to <see cref="Length"/>.</param>
        /// <exception cref="global::System.ArgumentOutOfRangeException">The length is negative or above <see cref="Length"/>.</exception>
        {{OverDocumentation}}
        public void Truncate(int length)
        {
            if (unchecked((uint)length > (uint)_length))
                {{Services}}.WriterErrors.ThrowOutside(length, _length, "length");

            _storage.ThrowIfOver();
        {{(model.ClearsOnReturn ? "    _span.Slice(length, _length - length).Clear();\n" : "")}}    _length = length;
            _storage.Restart();
        }

        """);

    private void EmitWriterGrowth() => writer.Write($$"""
        [global::System.Runtime.CompilerServices.MethodImpl(global::System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
        private void AppendSlow({{Element}} value)
        {
            Grow(1);
            _span[_length++] = value;
        }

        [global::System.Runtime.CompilerServices.MethodImpl(global::System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
        private void AppendSlow({{Scoped}}global::System.ReadOnlySpan<{{Element}}> values)
        {
            // The old array goes back last: the values may lie in it.
            values.CopyTo(_storage.Enlarge(Pool, _span, _length, values.Length).Slice(_length));
            _span = _storage.Commit(Pool, _span);
            _length += values.Length;
        }

        [global::System.Runtime.CompilerServices.MethodImpl(global::System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
        private void Grow(int additional)
        {
            _storage.Enlarge(Pool, _span, _length, additional);
            _span = _storage.Commit(Pool, _span);
        }
        """);
}
