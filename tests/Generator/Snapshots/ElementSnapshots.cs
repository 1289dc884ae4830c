using PooledGen.Testing;

namespace PooledGen.Snapshots;

/// <summary>What the element type changes in the emitted file.</summary>
public class ElementSnapshots
{
    [Fact]
    public Task Byte() => Snapshot.Verify(new Consumer("""
        using PooledGen;

        namespace Net;

        [PooledBuffer<byte>(MaxLength = 64 * 1024)]
        public partial struct PacketBuffer
        {
            public ushort Port => (ushort)((this[0] << 8) | this[1]);
        }
        """));

    [Fact]
    public Task Reference() => Snapshot.Verify(new Consumer("""
        using PooledGen;

        namespace Text;

        [PooledBuffer<string>(MaxLength = 256)]
        public partial struct WordBuffer;
        """));

    [Fact]
    public Task Char() => Snapshot.Verify(new Consumer("""
        using PooledGen;

        namespace Text;

        [PooledBuffer<char>(MaxLength = 1024)]
        public partial struct TextBuffer;
        """));

    [Fact]
    public Task ElementMode() => Snapshot.Verify(new Consumer("""
        using PooledGen;

        namespace Physics;

        [PooledBuffer(MaxLength = 4096)]
        public partial struct Particle
        {
            public float X, Y, Z;
        }
        """));

    [Fact]
    public Task ElementModeRecord() => Snapshot.Verify(new Consumer("""
        using PooledGen;

        namespace Physics;

        [PooledBuffer(MaxLength = 100)]
        public readonly partial record struct Named(string Name, int Value);
        """));

    [Fact]
    public Task Constructed() => Snapshot.Verify(new Consumer("""
        using System.Collections.Generic;
        using PooledGen;

        namespace Graphs;

        [PooledBuffer<KeyValuePair<(int, string), int?[]>[,]>(MaxLength = 64)]
        public partial struct EdgeBuffer;
        """));

    [Fact]
    public Task Obsolete() => Snapshot.Verify(new Consumer("""
        using System;
        using PooledGen;

        namespace Legacy;

        [Obsolete]
        public struct OldPoint;

        #pragma warning disable CS0612
        [PooledBuffer<OldPoint>(MaxLength = 64)]
        public partial struct OldPointBuffer;
        """));
}
