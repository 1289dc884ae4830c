namespace PooledGen.Analyzers.Tests;

/// <summary>Snippets are members of a class in a project that uses raw arrays beside the pools of PooledGen.</summary>
/// <param name="id">The rule under test.</param>
public abstract class PooledGenPoolTest(string id) : FlowTest(id)
{
    protected override string Wrap(string snippet) => $$"""
        using System; using System.Buffers; using System.Collections.Generic; using System.IO; using PooledGen;
        #pragma warning disable CS0649
        [PooledBuffer<byte>(MaxLength = 1024)] public partial struct Packet;
        [PooledBuffer<byte>(MaxLength = 1024)] public partial struct Page;
        [PooledBuffer<string>(MaxLength = 1024)] public partial struct Words;
        [PooledBuffer<string>(MaxLength = 1024, Clear = ClearPolicy.Never)] public partial struct Names;
        [PooledBuffer(MaxLength = 1024, Clear = ClearPolicy.Never)] public partial struct Entry { public string Key; }
        class C
        {
            static readonly ArrayPool<byte> s_own = ArrayPool<byte>.Create(1024, 5);
            static readonly ArrayPool<byte> s_other = ArrayPool<byte>.Create();
            static readonly ArrayPool<byte> s_packets = Packet.Pool.AsArrayPool();
            static readonly PooledArrayPool<byte> s_keys = new PooledArrayPool<byte>(1024, new() { Name = "Keys" });
            static readonly ArrayPool<byte> s_tokens = new PooledArrayPool<byte>(1024, new() { Name = "Tokens" });
            static ArrayPool<byte> Shared => ArrayPool<byte>.Shared;
            static void Fill(byte[] array) { Console.OpenStandardInput().Read(array, 0, 1); }
        {{snippet}}
        }
        """;
}
