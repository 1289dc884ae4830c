namespace PooledGen.Generator.Model;

/// <summary>The element type of a buffer.</summary>
/// <param name="Name">Fully qualified, as emitted.</param>
/// <param name="ByteSize">The size of an element where the language fixes it; null otherwise.</param>
/// <param name="MayHoldReferences">False only where it certainly holds none.</param>
/// <param name="DependsOnTypeArguments">Whether it holds references, and how large it is, depends on what a type parameter stands for.</param>
/// <param name="IsTypeParameter">It is a type parameter itself.</param>
/// <param name="IsChar">Buffers of char are text.</param>
/// <param name="Warnings">What mentioning it warns of: the user's own suppression does not reach the emitted file. Ids with commas; empty for none.</param>
internal sealed record ElementModel(
    string Name, int? ByteSize, bool MayHoldReferences, bool DependsOnTypeArguments, bool IsTypeParameter, bool IsChar, string Warnings)
{
    /// <summary>As documentation says it.</summary>
    public string PlainName => Name.Replace("global::", "");

    /// <summary>An array of it: <c>byte[]</c>. The new rank comes before those that the element has: an array of <c>byte[,]</c> is <c>byte[][,]</c>.</summary>
    public string ArrayName
    {
        get
        {
            int end = Name.Length;
            while (Name[end - 1] == ']')
                end = Name.LastIndexOf('[', end - 1);

            return Name.Insert(end, "[]");
        }
    }

    /// <summary>Writers of bytes take text too, as UTF-8.</summary>
    public bool IsByte => Name == "byte";
}
