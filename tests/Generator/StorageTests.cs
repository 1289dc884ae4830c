using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Generator.Tests;

/// <summary>Where elements lie decides which members a renter has. The snapshots show their text.</summary>
public class StorageTests
{
    // C# 8 throughout, with each kind of storage and of element.
    internal const string Source = """
        using System;
        using PooledGen;

        [PooledBuffer(typeof(byte), MaxLength = 65536, Storage = BufferStorage.Pinned)]
        public partial struct PinnedBuffer { }

        [PooledBuffer(typeof(decimal), MaxLength = 1000, Storage = BufferStorage.Pinned, Alignment = 64, Clear = ClearPolicy.OnReturn)]
        public partial struct AlignedBuffer { }

        [PooledBuffer(typeof((IntPtr, DateTime?)), Length = 4096, Storage = BufferStorage.Native, Clear = ClearPolicy.OnRent)]
        public partial struct NativeBlock { }

        [PooledBuffer(MaxLength = 64, Storage = BufferStorage.Native, SizeClassesPerDoubling = 4)]
        public partial struct Particle { public float X, Y; }

        public partial class Table<TKey>
        {
            [PooledBuffer(nameof(TKey), Length = 64, Storage = BufferStorage.Pinned)]
            internal partial struct Keys { }

            [PooledBuffer(nameof(T), MaxLength = 64, Storage = BufferStorage.Native, Oversize = OversizePolicy.Throw)]
            public partial struct Column<T> where T : unmanaged { }
        }

        public static class Use
        {
            public static long All(int length)
            {
                using var pinned = PinnedBuffer.Rent(length, stackalloc byte[16]);
                using var aligned = AlignedBuffer.Rent(length);
                using var native = NativeBlock.Rent();
                using var particles = Particle.Buffer.Rent(length);
                using var column = Table<string>.Column<int>.Rent(length);
                using PooledOwner<byte> owner = PinnedBuffer.RentOwner(length);
                using PooledOwner<int> detached = column.Detach();
                using var writer = NativeBlock.CreateWriter();
                using var list = AlignedBuffer.CreateList();
                return (long)pinned.Address + (long)aligned.Address + (long)native.Address + (long)particles.Address + pinned.DangerousGetArray().Count;
            }
        }
        """;

    public static TheoryData<ConsumerFramework, LanguageVersion, bool, bool> Consumers()
    {
        var consumers = new TheoryData<ConsumerFramework, LanguageVersion, bool, bool>();
        foreach (ConsumerFramework framework in new[] { ConsumerFramework.Net80, ConsumerFramework.Net100 })
        {
            foreach (LanguageVersion version in new[] { LanguageVersion.CSharp8, LanguageVersion.CSharp10, LanguageVersion.CSharp14 })
            {
                consumers.Add(framework, version, false, true);
                consumers.Add(framework, version, true, false);
            }
        }

        return consumers;
    }

    [Theory]
    [MemberData(nameof(Consumers))]
    public void Output_OfEveryStorage_CompilesWithoutAWarning(ConsumerFramework framework, LanguageVersion version, bool allowUnsafe, bool checkOverflow)
    {
        GeneratedConsumer generated = new Consumer(Source)
        {
            Framework = framework,
            LanguageVersion = version,
            AllowUnsafe = allowUnsafe,
            CheckOverflow = checkOverflow,
        }.Generate();

        Assert.Equal(6, generated.Files.Count);
        Assert.Empty(generated.Errors);
    }

    [Fact]
    public void Output_InACommonLanguageConsumer_CompilesWithoutAWarning()
    {
        GeneratedConsumer generated = new Consumer(
            "[assembly: System.CLSCompliant(true)] [PooledGen.PooledBuffer<byte>(MaxLength = 64, Storage = PooledGen.BufferStorage.Pinned)] "
                + "public partial struct PacketBuffer;")
        {
            AllowUnsafe = true,
        }.Generate();

        Assert.Single(generated.Files);
        Assert.Empty(generated.Errors);
    }

    [Theory]
    [InlineData("MaxLength = 100, Storage = BufferStorage.Array")]
    [InlineData("MaxLength = 100, Storage = BufferStorage.Array, Alignment = 0")]
    public void Output_OfOrdinaryArrays_IsThatWithoutTheOptions(string options)
    {
        string without = new Consumer("""
            using PooledGen;

            [PooledBuffer<byte>(MaxLength = 100)] public partial struct P;
            """).Generate().Files["P.g.cs"];
        string with = new Consumer($"using PooledGen; [PooledBuffer<byte>({options})] public partial struct P;").Generate().Files["P.g.cs"];
        string amongOthers = new Consumer($"""
            using PooledGen;
            [assembly: PooledBufferDefaults(Storage = BufferStorage.Pinned, Alignment = 64)]
            [PooledBuffer<byte>({options})] public partial struct P;
            """).Generate().Files["P.g.cs"];

        Assert.Equal((without, without), (with, amongOthers));
    }

    [Theory]
    [InlineData("Storage = BufferStorage.Pinned", true)]
    [InlineData("Storage = BufferStorage.Pinned, Alignment = 64", true)]
    [InlineData("Storage = BufferStorage.Native", false)]
    [InlineData("Storage = BufferStorage.Native, Alignment = 64", false)]
    public void Members_OfEveryStorage_DifferInTheArrayOnly(string options, bool hasArray)
    {
        INamedTypeSymbol renter = RenterOf($"[PooledBuffer<byte>(MaxLength = 100, {options})] public partial struct P;", allowUnsafe: true);

        Assert.Equal(hasArray, !renter.GetMembers("DangerousGetArray").IsEmpty);
        Assert.NotEmpty(renter.GetMembers("CreateList"));
        Assert.NotEmpty(renter.GetMembers("Address"));
    }

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 100, Storage = BufferStorage.Pinned)] public partial struct P;", true, true)]
    [InlineData("[PooledBuffer<byte>(MaxLength = 100, Storage = BufferStorage.Native)] public partial struct P;", true, true)]
    [InlineData("[PooledBuffer<byte>(MaxLength = 100, Storage = BufferStorage.Pinned)] public partial struct P;", false, false)]
    [InlineData("[PooledBuffer<byte>(MaxLength = 100)] public partial struct P;", true, false)]
    [InlineData("[PooledBuffer(nameof(T), MaxLength = 100, Storage = BufferStorage.Pinned)] public partial struct P<T> where T : unmanaged;", true, true)]
    [InlineData("[PooledBuffer(nameof(T), MaxLength = 100, Storage = BufferStorage.Pinned)] public partial struct P<T> where T : struct;", true, false)]
    public void Pointer_IsThereForUnmanagedElementsWhereUnsafeCodeIsAllowed(string declaration, bool allowUnsafe, bool isThere)
        => Assert.Equal(isThere, !RenterOf(declaration, allowUnsafe).GetMembers("Pointer").IsEmpty);

    private static INamedTypeSymbol RenterOf(string declaration, bool allowUnsafe)
        => new Consumer($"using PooledGen; {declaration}") { AllowUnsafe = allowUnsafe }.Generate().Compilation.Assembly.GlobalNamespace
            .GetTypeMembers("P").Single();
}
