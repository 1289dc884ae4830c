using PooledGen.Generator.Model;

namespace PooledGen.Generator.Emission;

/// <summary>The runtime's writers and streams over this type's pool, each in one call.</summary>
internal sealed partial class RenterEmitter
{
    private const int DefaultInitialCapacity = 256;

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
            {mustDispose}{s_generated}
            public static {WriterType} CreateWriter(in global::PooledGen.RentalScope scope = default) => new {WriterType}(Pool, in scope);

            /// <summary>Creates a writer that rents only when <paramref name="initial"/> is full{WriterStackExample}.</summary>
            /// <param name="initial">The caller's own memory. It is not given to the pool.</param>
            /// <param name="scope">{ScopeDocumentation}</param>
            /// <returns>The writer, empty.</returns>
            {mustDispose}{s_generated}
            public static {WriterType} CreateWriter(global::System.Span<{Element}> initial, in global::PooledGen.RentalScope scope = default)
                => new {WriterType}(Pool, initial, in scope);

            /// <summary>Creates a writer with rented room for a number of elements.</summary>
            /// <param name="capacity">How many elements to have room for at least; it grows beyond that.</param>
            /// <param name="scope">{ScopeDocumentation}</param>
            /// <returns>The writer, empty.</returns>
            /// <exception cref="global::System.ArgumentOutOfRangeException">The capacity is negative{(model.Pool.Oversize == OversizeMode.Throw ? $" or above {MaxLength}" : "")}.</exception>
            {mustDispose}{s_generated}
            public static {WriterType} CreateWriter(int capacity, in global::PooledGen.RentalScope scope = default) => new {WriterType}(Pool, capacity, in scope);

            """);
    }

    private void EmitWriterClasses()
    {
        int initialCapacity = Math.Min(DefaultInitialCapacity, model.Pool.MaxLength);
        writer.Write($"""
            /// <summary>Creates a writer that collects elements in one rented array that grows. Dispose it.</summary>
            /// <param name="initialCapacity">How many elements fit before it grows: at least 1.</param>
            /// <returns>The writer; it may be cleared and used again.</returns>
            /// <exception cref="global::System.ArgumentOutOfRangeException">The capacity is not positive{OversizeWords}.</exception>
            {s_generated}
            public static global::PooledGen.PooledBufferWriter<{Element}> CreateBufferWriter(int initialCapacity = {initialCapacity})
                => new global::PooledGen.PooledBufferWriter<{Element}>(Pool, initialCapacity);

            /// <summary>Creates a writer that collects any number of elements in rented segments, without copying. Dispose it.</summary>
            /// <returns>The writer; it may be cleared and used again.</returns>
            {s_generated}
            public static global::PooledGen.PooledSequenceWriter<{Element}> CreateSequenceWriter()
                => new global::PooledGen.PooledSequenceWriter<{Element}>(Pool);

            """);

        writer.WriteIf(model.Element.IsByte, $"""
            /// <summary>Creates a stream like <see cref="global::System.IO.MemoryStream"/> over rented segments. Dispose it.</summary>
            /// <returns>An empty stream.</returns>
            {s_generated}
            public static global::PooledGen.PooledStream CreateStream() => new global::PooledGen.PooledStream(Pool);

            """);
    }

    // References cannot lie in memory from stackalloc.
    private string WriterStackExample => model.Element.MayHoldReferences ? "" : $": <c>CreateWriter(stackalloc {Xml(model.Element.PlainName)}[256])</c>";

    private string OversizeWords => model.Pool.Oversize == OversizeMode.Throw ? $", or above {MaxLength}" : "";
}
