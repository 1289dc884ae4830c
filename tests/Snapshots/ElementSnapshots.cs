using PooledGen.Testing;

namespace PooledGen.Snapshots.Tests;

/// <summary>What the element type changes in the emitted file.</summary>
public class ElementSnapshots
{
    [Fact]
    public Task Byte() => Snapshot.Verify(WholeFile.Byte.Consumer);

    [Fact]
    public Task Reference() => Snapshot.Verify(WholeFile.Reference.Consumer);

    [Fact]
    public Task Char() => Snapshot.Verify(new Consumer("""
        using PooledGen;

        namespace Text;

        [PooledBuffer<char>(MaxLength = 1024)]
        public partial struct TextBuffer;
        """));

    [Fact]
    public Task ElementMode() => Snapshot.Verify(WholeFile.ElementMode.Consumer);

    [Fact]
    public Task ElementModeRecord() => Snapshot.Verify(new Consumer("""
        using PooledGen;

        namespace Physics;

        [PooledBuffer(MaxLength = 100)]
        public readonly partial record struct Named(string Name, int Value);
        """), WholeFile.ElementMode);

    [Fact]
    public Task Constructed() => Snapshot.Verify(new Consumer("""
        using System.Collections.Generic;
        using PooledGen;

        namespace Graphs;

        [PooledBuffer<KeyValuePair<(int, string), int?[]>[,]>(MaxLength = 64)]
        public partial struct EdgeBuffer;
        """), WholeFile.Reference);

    [Fact]
    public Task TypeParameter() => Snapshot.Verify(new Consumer("""
        using PooledGen;

        namespace Caching;

        [PooledBuffer(nameof(T), MaxLength = 4096)]
        public partial struct Block<T>;
        """), WholeFile.Reference);

    [Fact]
    public Task TypeParameterOfAContainer() => Snapshot.Verify(new Consumer("""
        using PooledGen;

        namespace Caching;

        public partial class Cache<TKey, TValue>
            where TKey : unmanaged
        {
            [PooledBuffer(nameof(TValue), MaxLength = 4096, Clear = ClearPolicy.OnRent)]
            private partial struct Values;

            [PooledBuffer(nameof(TKey), MaxLength = 4096)]
            private partial struct Keys;
        }
        """), WholeFile.Reference);

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
        """), WholeFile.Byte);
}
