namespace PooledGen.Generator.Emission;

/// <summary>The runtime's writers and streams over this type's pool, each in one call.</summary>
internal sealed partial class RenterEmitter
{
    private const int DefaultInitialCapacity = 256;

    private void EmitWriters()
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

    private string OversizeWords => model.Pool.Oversize == Model.OversizeMode.Throw ? $", or above {MaxLength}" : "";
}
