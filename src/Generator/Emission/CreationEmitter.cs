using PooledGen.Generator.Model;
using static PooledGen.Generator.Emission.MemberText;

namespace PooledGen.Generator.Emission;

/// <summary>Writes the members that create the runtime's writers, lists and streams over the pool.</summary>
internal sealed class CreationEmitter(IndentedWriter writer, BufferModel model)
{
    private const int DefaultInitialCapacity = 256;

    private string Element => model.Element.Name;

    public void Emit()
    {
        EmitWriters();
        EmitBufferWriter();
        EmitList();
        EmitStream();
    }

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
            /// <summary>Creates a writer that rents with the first element written: <c>using var writer = {Xml(model.Renter.NameWithTypeParameters)}.CreateWriter();</c></summary>
            /// <param name="scope">{ScopeOf(model.Consumer)}</param>
            /// <returns>The writer, empty.</returns>
            {mustDispose}{Generated}
            public static {WriterType} CreateWriter(in global::PooledGen.RentalScope scope = default) => new {WriterType}(Pool, in scope);

            /// <summary>Creates a writer that rents only when <paramref name="initial"/> is full{WriterStackExample}.</summary>
            /// <param name="initial">The caller's own memory. It is not given to the pool.</param>
            /// <param name="scope">{ScopeOf(model.Consumer)}</param>
            /// <returns>The writer, empty.</returns>
            {mustDispose}{Generated}
            public static {WriterType} CreateWriter(global::System.Span<{Element}> initial, in global::PooledGen.RentalScope scope = default)
                => new {WriterType}(Pool, initial, in scope);

            /// <summary>Creates a writer with rented room for a number of elements.</summary>
            /// <param name="capacity">The number of elements that there is room for at first; it grows beyond that.</param>
            /// <param name="scope">{ScopeOf(model.Consumer)}</param>
            /// <returns>The writer, empty.</returns>
            /// <exception cref="global::System.ArgumentOutOfRangeException">The capacity is negative{OrAbove(model.Pool)}.</exception>
            {mustDispose}{Generated}
            public static {WriterType} CreateWriter(int capacity, in global::PooledGen.RentalScope scope = default) => new {WriterType}(Pool, capacity, in scope);

            """);
    }

    private void EmitBufferWriter() => writer.Write($"""
        /// <summary>Creates a writer that collects elements in one rented array that grows. Dispose it.</summary>
        /// <param name="initialCapacity">The number of elements that fit before it grows: at least 1.</param>
        /// <returns>The writer; it may be cleared and used again.</returns>
        /// <exception cref="global::System.ArgumentOutOfRangeException">The capacity is not positive{OrAbove(model.Pool)}.</exception>
        {Generated}
        public static global::PooledGen.PooledBufferWriter<{Element}> CreateBufferWriter(int initialCapacity = {Math.Min(DefaultInitialCapacity, model.Pool.MaxLength)})
            => new global::PooledGen.PooledBufferWriter<{Element}>(Pool, initialCapacity);

        """);

    private void EmitList() => writer.Write($"""
        /// <summary>Creates a list like <c>List</c> whose array is rented and grows. Dispose it.</summary>
        /// <param name="capacity">The number of elements that fit before it grows; 0 rents with the first element.</param>
        /// <returns>The list, empty; it may be cleared and used again.</returns>
        /// <exception cref="global::System.ArgumentOutOfRangeException">The capacity is negative{OrAbove(model.Pool)}.</exception>
        {Generated}
        public static global::PooledGen.PooledList<{Element}> CreateList(int capacity = 0) => new global::PooledGen.PooledList<{Element}>(Pool, capacity);

        """);

    private void EmitStream() => writer.WriteIf(model.Element.IsByte, $"""
        /// <summary>Creates a stream like <see cref="global::System.IO.MemoryStream"/> over rented segments. Dispose it.</summary>
        /// <returns>An empty stream.</returns>
        {Generated}
        public static global::PooledGen.PooledStream CreateStream() => new global::PooledGen.PooledStream(Pool);

        """);

    // stackalloc does not support elements that hold references.
    private string WriterStackExample => model.Element.IsUnmanaged ? $": <c>CreateWriter(stackalloc {Xml(model.Element.PlainName)}[256])</c>" : "";
}
