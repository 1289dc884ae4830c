namespace PooledGen.PoolCheck;

/// <summary>One frame of a stack. Immutable.</summary>
/// <param name="Type">The full name of the outermost type of the method.</param>
/// <param name="Method">The method as a stack shows it: <c>Net.Decoder.ReadFrame(Stream stream)</c>.</param>
/// <param name="Assembly">The name of the assembly.</param>
/// <param name="Code">Whose code it is.</param>
/// <param name="File">The source file; null if it is not known.</param>
/// <param name="Line">The line, from 1; 0 if it is not known.</param>
internal sealed record Frame(string Type, string Method, string Assembly, CodeKind Code, string? File, int Line)
{
    /// <summary>The lines in <c>finally</c> blocks one of which is meant, where the runtime does not say which; otherwise null.</summary>
    public IReadOnlyList<int>? FinallyLines { get; init; }

    /// <summary>Whether the type has a Dispose, so that what an object of it rents is the responsibility of the code that created the object.</summary>
    public bool IsDisposable { get; init; }

    /// <summary>
    /// Where a stack was taken: the nearest frame of own code, or of any code if there is no own, and the first frame of own code outside of its type, which is
    /// the nearest frame again if there is none.
    /// </summary>
    public static (Frame? Nearest, Frame? Caller) PlaceIn(IEnumerable<Frame> stack)
    {
        Frame? first = null, nearest = null;
        foreach (Frame frame in stack)
        {
            first ??= frame;
            if (frame.Code == CodeKind.Framework)
                continue;

            nearest ??= frame;
            if (frame.Type != nearest.Type)
                return (nearest, frame);
        }

        return (nearest ?? first, nearest ?? first);
    }
}
