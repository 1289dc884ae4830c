using PooledGen.Testing;

namespace PooledGen.Snapshots.Tests;

/// <summary>Where and how the annotated struct is declared.</summary>
public class DeclarationSnapshots
{
    [Fact]
    public Task GlobalNamespace() => Snapshot.Verify(new Consumer("""
        [PooledGen.PooledBuffer<int>(MaxLength = 128)]
        internal partial struct IndexBuffer;
        """), WholeFile.Byte);

    [Fact]
    public Task GenericContainer() => Snapshot.Verify(new Consumer("""
        using PooledGen;

        namespace Caching;

        public static partial class Cache<TKey, TValue>
            where TKey : notnull
        {
            [PooledBuffer<byte>(MaxLength = 1024)]
            public partial struct Line;
        }
        """));

    [Fact]
    public Task ElementInAGenericContainer() => Snapshot.Verify(new Consumer("""
        using PooledGen;

        namespace Caching;

        public static partial class Cache<TKey, TValue>
            where TKey : notnull
        {
            [PooledBuffer(MaxLength = 1024)]
            internal partial struct Entry
            {
                public TKey Key;
                public TValue Value;
            }
        }
        """), WholeFile.ElementMode);

    [Fact]
    public Task GenericRenter() => Snapshot.Verify(new Consumer("""
        using PooledGen;

        namespace Caching;

        [PooledBuffer<byte>(MaxLength = 1024)]
        public partial struct Block<TTag>
            where TTag : struct;
        """), WholeFile.Byte);

    [Fact]
    public Task Nested() => Snapshot.Verify(new Consumer("""
        using PooledGen;

        namespace Outer.Inner;

        public partial class InClass
        {
            public partial interface IInInterface
            {
                public abstract partial record InRecord
                {
                    public readonly partial record struct InRecordStruct
                    {
                        public ref partial struct InRefStruct
                        {
                            public static partial class InStatic
                            {
                                public partial struct InStruct
                                {
                                    [PooledBuffer<byte>(MaxLength = 32)]
                                    private partial struct Deep;
                                }
                            }
                        }
                    }
                }
            }
        }
        """), WholeFile.Byte);

    [Fact]
    public Task KeywordNames() => Snapshot.Verify(new Consumer("""
        using PooledGen;

        namespace @namespace.@new
        {
            public partial class @class<@int>
            {
                [PooledBuffer<byte>(MaxLength = 32)]
                public partial struct @event;
            }
        }
        """), WholeFile.Byte);

    [Fact]
    public Task KeywordElement() => Snapshot.Verify(new Consumer("""
        using PooledGen;

        namespace @namespace.@new
        {
            public partial class @class<@int>
            {
                [PooledBuffer(MaxLength = 32)]
                public partial struct @struct
                {
                    public @int @default;
                }
            }
        }
        """), WholeFile.ElementMode);
}
