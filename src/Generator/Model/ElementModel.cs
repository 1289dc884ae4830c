namespace PooledGen.Generator.Model;

/// <summary>The element type of a buffer.</summary>
/// <param name="Name">Fully qualified, as emitted.</param>
/// <param name="ByteSize">The size of an element where the language fixes it; null otherwise.</param>
/// <param name="MayHoldReferences">False only where it certainly holds none.</param>
/// <param name="IsChar">Buffers of char are text.</param>
/// <param name="IsObsolete">Mentioning it warns, and the user's own suppression does not reach the emitted file.</param>
internal sealed record ElementModel(string Name, int? ByteSize, bool MayHoldReferences, bool IsChar, bool IsObsolete)
{
    /// <summary>Writers of bytes take text too, as UTF-8.</summary>
    public bool IsByte => Name == "byte";
}
