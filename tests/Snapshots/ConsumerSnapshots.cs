using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Snapshots.Tests;

/// <summary>What the consuming project changes in the emitted file.</summary>
public class ConsumerSnapshots
{
    internal const string TypeofAttribute = """
        using PooledGen;

        namespace Net
        {
            [PooledBuffer(typeof(byte), MaxLength = 4096)]
            public partial struct PacketBuffer
            {
            }
        }
        """;

    [Fact]
    public Task AttributeWithType() => Snapshot.Verify(new Consumer(TypeofAttribute), WholeFile.Byte);

    [Fact]
    public Task CSharp8() => Snapshot.Verify(new Consumer(TypeofAttribute)
    {
        Framework = ConsumerFramework.Net80,
        LanguageVersion = LanguageVersion.CSharp8,
        Nullable = NullableContextOptions.Disable,
    }, WholeFile.NetStandard20);

    [Fact]
    public Task NetStandard20() => Snapshot.Verify(WholeFile.NetStandard20.Consumer);

    [Fact]
    public Task NetStandard20WithCSharp14() => Snapshot.Verify(new Consumer(TypeofAttribute) { Framework = ConsumerFramework.NetStandard20 }, WholeFile.Byte);

    [Fact]
    public Task JetBrainsAnnotations() => Snapshot.Verify(new Consumer("""
        using System;
        using PooledGen;

        namespace JetBrains.Annotations
        {
            [AttributeUsage(AttributeTargets.All)]
            internal sealed class MustDisposeResourceAttribute : Attribute;
        }

        namespace Net
        {
            [PooledBuffer<byte>(MaxLength = 4096)]
            public partial struct PacketBuffer;
        }
        """), WholeFile.Byte);
}
