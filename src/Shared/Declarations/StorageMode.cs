namespace PooledGen.Generator.Model;

/// <summary>The values of <c>PooledGen.BufferStorage</c>.</summary>
internal enum StorageMode
{
    Array,
    Pinned,
    Native,
}
