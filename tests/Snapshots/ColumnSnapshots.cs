using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Snapshots.Tests;

/// <summary>The emitted file of renters of columns.</summary>
public class ColumnSnapshots
{
    [Fact]
    public Task Properties() => Snapshot.Verify(new Consumer("""
        using System;
        using PooledGen;

        namespace Physics;

        [PooledColumns(MaxLength = 100_000)]
        public partial struct Particles
        {
            public partial Span<float> X { get; }

            public partial Span<float> Y { get; }

            internal partial Span<int> Id { get; }

            private readonly partial Span<bool> Alive { get; }

            public int LastId => Id[^1];
        }
        """));

    // C# 8, all options, elements whose size only the runtime knows, and a name that is a keyword.
    [Fact]
    public Task Layout() => Snapshot.Verify(new Consumer("""
        using System;
        using PooledGen;

        namespace Trades
        {
            public static partial class Book<T> where T : unmanaged
            {
                [PooledColumns(
                    MaxLength = 4096, ThreadDepth = 2, MaxRetainedBytes = 1 << 20, Oversize = OversizePolicy.Throw, Clear = ClearPolicy.OnReturn)]
                public partial struct Quotes
                {
                    private struct Layout
                    {
                        public DateTime Time;
                        public decimal Price;
                        public T Venue, @event;
                        internal char Side;
                    }
                }
            }
        }
        """)
    {
        Framework = ConsumerFramework.Net80,
        LanguageVersion = LanguageVersion.CSharp8,
        Nullable = NullableContextOptions.Disable,
    });

    [Fact]
    public Task ClearOnRent() => Snapshot.Verify(new Consumer("""
        using System;
        using PooledGen;

        [PooledColumns(MaxLength = 10, Clear = ClearPolicy.OnRent)]
        public partial struct Zeroed
        {
            public partial Span<byte> Value { get; }
        }
        """));
}
