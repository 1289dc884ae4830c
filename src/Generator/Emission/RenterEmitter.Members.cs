using static PooledGen.Generator.Emission.MemberText;

namespace PooledGen.Generator.Emission;

/// <summary>Writes the members that access a rented buffer, and those that create the runtime's writers over the pool.</summary>
internal sealed partial class RenterEmitter
{
    private void EmitSpan() => writer.Write($$"""
        /// <summary>The elements of the buffer. Valid until Dispose.</summary>
        /// <exception cref="global::System.ObjectDisposedException">The buffer was disposed or detached.</exception>
        {{Generated}}
        public global::System.Span<{{Element}}> Span
        {
            {{Inline}}
            get
            {
                if (_node != null && _node.Generation != _generation)
                    _node.ThrowDisposed(_generation);

                return _span;
            }
        }

        """);

    private void EmitSizes() => writer.Write($$"""
        /// <summary>The number of elements: {{(model.Pool.IsOfOneLength ? MaxLength : "what was asked for")}}.</summary>
        {{Generated}}
        public int Length => _span.Length;

        /// <summary>The length of the pooled {{(model.Pool.IsNative ? "memory" : "array")}}: that of its size class. Equal to <see cref="Length"/> if the buffer uses caller-supplied memory.</summary>
        {{Generated}}
        public int Capacity => {{Services}}.PooledNode.GetCapacity(_node, _span);

        /// <summary>Whether <see cref="Length"/> is 0.</summary>
        {{Generated}}
        public bool IsEmpty => _span.IsEmpty;

        """);

    private void EmitElements() => writer.Write($$"""
        /// <summary>The element at a position, by reference.</summary>
        /// <param name="index">0 to <see cref="Length"/> - 1.</param>
        /// <returns>A reference to the element, valid until Dispose.</returns>
        /// <exception cref="global::System.IndexOutOfRangeException">The index is negative, or not below <see cref="Length"/>.</exception>
        /// <exception cref="global::System.ObjectDisposedException">The buffer was disposed or detached.</exception>
        {{Generated}}
        public ref {{Element}} this[int index] => ref Span[index];

        /// <summary>The elements from a position to the end.</summary>
        /// <param name="start">0 to <see cref="Length"/>.</param>
        /// <returns>A span, valid until Dispose.</returns>
        /// <exception cref="global::System.ArgumentOutOfRangeException">The start is outside the buffer.</exception>
        /// <exception cref="global::System.ObjectDisposedException">The buffer was disposed or detached.</exception>
        {{Generated}}
        {{Inline}}
        public global::System.Span<{{Element}}> Slice(int start) => {{Services}}.PooledNode.Slice(_node, Span, start);

        /// <summary>A part of the elements. The range syntax uses it: <c>buffer[2..^1]</c>.</summary>
        /// <param name="start">0 to <see cref="Length"/>.</param>
        /// <param name="length">0 to <see cref="Length"/> - <paramref name="start"/>.</param>
        /// <returns>A span, valid until Dispose.</returns>
        /// <exception cref="global::System.ArgumentOutOfRangeException">The part is not inside the buffer.</exception>
        /// <exception cref="global::System.ObjectDisposedException">The buffer was disposed or detached.</exception>
        {{Generated}}
        {{Inline}}
        public global::System.Span<{{Element}}> Slice(int start, int length) => {{Services}}.PooledNode.Slice(_node, Span, start, length);

        /// <summary>Sets every element to its default.</summary>
        /// <exception cref="global::System.ObjectDisposedException">The buffer was disposed or detached.</exception>
        {{Generated}}
        public void Clear() => Span.Clear();

        /// <summary>Copies all elements.</summary>
        /// <param name="destination">At least <see cref="Length"/> elements.</param>
        /// <exception cref="global::System.ArgumentException">The destination is shorter than the buffer; nothing was copied.</exception>
        /// <exception cref="global::System.ObjectDisposedException">The buffer was disposed or detached.</exception>
        {{Generated}}
        {{Inline}}
        public void CopyTo(global::System.Span<{{Element}}> destination) => {{Services}}.PooledNode.CopyTo(_node, Span, destination);

        /// <summary>Copies all elements into a new array.</summary>
        /// <returns>An array of <see cref="Length"/> elements that is not pooled.</returns>
        /// <exception cref="global::System.ObjectDisposedException">The buffer was disposed or detached.</exception>
        {{Generated}}
        public {{model.Element.ArrayName}} ToArray() => Span.ToArray();

        """);

    private void EmitArray() => writer.WriteIf(!model.Pool.IsNative, $$"""
        /// <summary>The rented array, for a callee or a hot loop that takes an array. Where a span will do, use <see cref="Span"/>.</summary>
        /// <remarks>Dangerous: nothing stops its use after Dispose, and it is longer than the buffer.{{ExposedRemark}} Do not give it to an array pool.</remarks>
        /// <returns>{{ArraySentence}}</returns>
        /// <exception cref="global::System.InvalidOperationException">The buffer uses caller-supplied memory; there is no pooled array.</exception>
        /// <exception cref="global::System.ObjectDisposedException">The buffer was disposed or detached.</exception>
        {{Generated}}
        public global::System.ArraySegment<{{Element}}> DangerousGetArray() => {{Services}}.PooledNode.GetArray(PoolHolder.Pool, _node, Span);

        """);

    private string ArraySentence => model.Pool.IsPlaced
        ? "<see cref=\"Length\"/> elements of the array, from the segment's offset on, valid until Dispose."
        : "The first <see cref=\"Length\"/> elements of the array, valid until Dispose.";

    // C# 8 has no keyword for native integers. For later versions IntPtr is one, and a checked cast of it to a pointer could overflow.
    private void EmitAddress()
    {
        writer.WriteIf(model.Pool.HasStableAddress, $"""
            /// <summary>The address of the first element, for native code and the operating system, without <c>fixed</c>. It is stable until Dispose.</summary>
            /// <remarks>Dangerous: nothing stops its use after Dispose, when the memory may belong to another rental.</remarks>
            /// <returns>The address; 0 if the buffer is empty.</returns>
            /// <exception cref="global::System.InvalidOperationException">The buffer uses caller-supplied memory, whose address may change.</exception>
            /// <exception cref="global::System.ObjectDisposedException">The buffer was disposed or detached.</exception>
            {Generated}
            public global::System.IntPtr DangerousGetAddress() => {Services}.PooledNode.GetAddress(PoolHolder.Pool, _node, Span);

            """);
        writer.WriteIf(model.HasPointer, $"""
            /// <summary>The same as <see cref="DangerousGetAddress"/>, as a pointer to the first element.</summary>
            /// <exception cref="global::System.InvalidOperationException">The buffer uses caller-supplied memory, whose address may change.</exception>
            /// <exception cref="global::System.ObjectDisposedException">The buffer was disposed or detached.</exception>
            {Generated}
            #pragma warning disable CS3003 // no language that follows the CLS can name a pointer; it has the address
            public unsafe {Element}* Pointer => unchecked(({Element}*)DangerousGetAddress());
            #pragma warning restore CS3003

            """);
    }

    private void EmitPinAndEnumerator() => writer.Write($$"""
        /// <summary>{{PinSentence}}</summary>
        /// <returns>A reference to the first element, or a null reference where the buffer is empty.</returns>
        /// <exception cref="global::System.ObjectDisposedException">The buffer was disposed or detached.</exception>
        {{Generated}}
        [global::System.ComponentModel.EditorBrowsable(global::System.ComponentModel.EditorBrowsableState.Never)]
        public ref {{Element}} GetPinnableReference() => ref Span.GetPinnableReference();

        /// <summary>Lets <c>foreach</c> enumerate the elements, by value or by reference.</summary>
        /// <returns>An enumerator over <see cref="Span"/>, which throws as that does.</returns>
        {{Generated}}
        public {{Services}}.BufferEnumerator<{{Element}}> GetEnumerator() => new {{Services}}.BufferEnumerator<{{Element}}>(Span);

        """);

    private string ExposedRemark => ByClearing(
        never: "", always: " Dispose clears all of it.", ifReferences: " Dispose clears all of it if the elements hold references.");

    // C# has no pointers to types that hold references.
    private string PinSentence => model.Element.IsUnmanaged
        ? $"Lets <c>fixed</c> pin the buffer: <c>fixed ({Xml(model.Element.PlainName)}* p = buffer)</c>."
        : "The first element, by reference.";

    private void EmitConversions() => writer.Write($$"""
        /// <inheritdoc cref="Span"/>
        /// <param name="buffer">The buffer.</param>
        {{Generated}}
        public static implicit operator global::System.Span<{{Element}}>({{Self}} buffer) => buffer.Span;

        /// <inheritdoc cref="Span"/>
        /// <param name="buffer">The buffer.</param>
        {{Generated}}
        public static implicit operator global::System.ReadOnlySpan<{{Element}}>({{Self}} buffer) => buffer.Span;

        {{ToStringMember}}

        """);

    private string ToStringMember => model.Element.IsChar
        ? $"""
            /// <summary>The buffer's characters as a string.</summary>
            /// <returns>A new string of <see cref="Length"/> characters.</returns>
            {Generated}
            public override string ToString() => Span.ToString();
            """
        : model.Element.IsTypeParameter
        ? $$"""
            /// <summary>The type's name and the length, not the elements; of characters the string.</summary>
            /// <returns>For example <c>{{Xml(model.PlainTypeName)}}[12]</c>.</returns>
            {{Generated}}
            public override string ToString() => typeof({{Element}}) == typeof(char) ? Span.ToString() : $"{{model.PlainTypeName}}[{_span.Length}]";
            """
        : $$"""
            /// <summary>The type's name and the length; not the elements.</summary>
            /// <returns>For example <c>{{Xml(model.PlainTypeName)}}[12]</c>.</returns>
            {{Generated}}
            public override string ToString() => $"{{model.PlainTypeName}}[{_span.Length}]";
            """;

    private string WriterType => model.Element switch
    {
        { IsChar: true } => "global::PooledGen.PooledTextWriter",
        { IsByte: true } => "global::PooledGen.PooledUtf8Writer",
        _ => $"global::PooledGen.PooledWriter<{Element}>",
    };

    private void EmitWriters()
    {
        string mustDispose = model.Consumer.HasMustDisposeResource ? "[global::JetBrains.Annotations.MustDisposeResource]\n" : "";
        writer.Write($"""
            /// <summary>Creates a writer that rents with the first element written: <c>using var writer = {Xml(Self)}.CreateWriter();</c></summary>
            /// <param name="scope">{ScopeDocumentation}</param>
            /// <returns>The writer, empty.</returns>
            {mustDispose}{Generated}
            public static {WriterType} CreateWriter(in global::PooledGen.RentalScope scope = default) => new {WriterType}(PoolHolder.Pool, in scope);

            /// <summary>Creates a writer that rents only when <paramref name="initial"/> is full{WriterStackExample}.</summary>
            /// <param name="initial">The caller's own memory. It is not given to the pool.</param>
            /// <param name="scope">{ScopeDocumentation}</param>
            /// <returns>The writer, empty.</returns>
            {mustDispose}{Generated}
            public static {WriterType} CreateWriter(global::System.Span<{Element}> initial, in global::PooledGen.RentalScope scope = default)
                => new {WriterType}(PoolHolder.Pool, initial, in scope);

            /// <summary>Creates a writer with rented room for a number of elements.</summary>
            /// <param name="capacity">The number of elements that there is room for at first; it grows beyond that.</param>
            /// <param name="scope">{ScopeDocumentation}</param>
            /// <returns>The writer, empty.</returns>
            /// <exception cref="global::System.ArgumentOutOfRangeException">The capacity is negative{OrAboveMaxLength}.</exception>
            {mustDispose}{Generated}
            public static {WriterType} CreateWriter(int capacity, in global::PooledGen.RentalScope scope = default) => new {WriterType}(PoolHolder.Pool, capacity, in scope);

            """);
    }

    // stackalloc does not support elements that hold references.
    private string WriterStackExample => model.Element.IsUnmanaged ? $": <c>CreateWriter(stackalloc {Xml(model.Element.PlainName)}[256])</c>" : "";

    private void EmitDebugView() => writer.Write($$"""
        // Shows the elements in a debugger.
        {{Generated}}
        private sealed class DebugView : {{Services}}.BufferDebugView<{{Element}}> { public DebugView({{Self}} buffer) : base(buffer) { } }
        """);
}
