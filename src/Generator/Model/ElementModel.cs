namespace PooledGen.Generator.Model;

/// <summary>The element type of a buffer.</summary>
/// <param name="Name">The fully qualified name, as emitted.</param>
/// <param name="ByteSize">The size of an element if the language defines it; null otherwise.</param>
/// <param name="References">Whether an element holds references.</param>
/// <param name="IsUnmanaged">Whether the compiler lets code point to it, which it decides by the fields that it sees.</param>
/// <param name="DependsOnTypeArguments">Whether its size depends on a type argument.</param>
/// <param name="IsTypeParameter">Whether the element is a type parameter.</param>
/// <param name="Warnings">The ids of the warnings for naming it, with commas; empty for none. The user's suppressions do not cover the file.</param>
internal sealed record ElementModel(
    string Name, int? ByteSize, References References, bool IsUnmanaged, bool DependsOnTypeArguments, bool IsTypeParameter, string Warnings)
{
    /// <summary>The name for documentation.</summary>
    public string PlainName => Name.Replace("global::", "");

    /// <summary>An array of the element: <c>byte[]</c>. The new rank precedes the element's ranks: an array of <c>byte[,]</c> is <c>byte[][,]</c>.</summary>
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

    /// <summary>Whether the element is char; such buffers are text.</summary>
    public bool IsChar => Name == "char";

    /// <summary>Whether the element is byte. Writers of bytes also accept text and encode it as UTF-8.</summary>
    public bool IsByte => Name == "byte";
}
