using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Snapshots.Tests.Conventions;

/// <summary>A test whose emitted file is verified as a whole. Other tests verify only how their file differs from it.</summary>
/// <param name="Test">The class and the method of the test.</param>
/// <param name="Consumer">The project with the annotated struct.</param>
internal sealed record WholeFile(string Test, Consumer Consumer)
{
    public static WholeFile Byte { get; } = new("ElementSnapshots.Byte", new("""
        using PooledGen;

        namespace Net;

        [PooledBuffer<byte>(MaxLength = 64 * 1024)]
        public partial struct PacketBuffer
        {
            public ushort Port => (ushort)((this[0] << 8) | this[1]);
        }
        """));

    public static WholeFile Reference { get; } = new("ElementSnapshots.Reference", new("""
        using PooledGen;

        namespace Text;

        [PooledBuffer<string>(MaxLength = 256)]
        public partial struct WordBuffer;
        """));

    public static WholeFile ElementMode { get; } = new("ElementSnapshots.ElementMode", new("""
        using PooledGen;

        namespace Physics;

        [PooledBuffer(MaxLength = 4096)]
        public partial struct Particle
        {
            public float X, Y, Z;
        }
        """));

    public static WholeFile NetStandard20 { get; } = new("ConsumerSnapshots.NetStandard20", new(ConsumerSnapshots.TypeofAttribute)
    {
        Framework = ConsumerFramework.NetStandard20,
        LanguageVersion = LanguageVersion.CSharp8,
        Nullable = NullableContextOptions.Disable,
    });
}
