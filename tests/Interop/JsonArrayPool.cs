using System.Buffers;
using Newtonsoft.Json;

namespace PooledGen.Interop.Tests;

/// <summary>Newtonsoft.Json has an interface of its own for what <see cref="ArrayPool{T}"/> is.</summary>
internal sealed class JsonArrayPool(ArrayPool<char> pool) : IArrayPool<char>
{
    public char[] Rent(int minimumLength) => pool.Rent(minimumLength);

    public void Return(char[]? array) => pool.Return(array ?? []);
}
