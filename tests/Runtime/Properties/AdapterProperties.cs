using System.Buffers;
using FsCheck;
using FsCheck.Fluent;
using PooledGen.Runtime.Tests.Invariants;

namespace PooledGen.Runtime.Tests.Properties;

/// <summary>
/// Random rents and returns through the adapters keep the contract of the framework's pools: the same arguments are refused, what is rented is as long as
/// it has to be, and an array or a block that is rented is in no other rental. <see cref="PoolProperties"/> mixes the adapters with owners.
/// </summary>
public class AdapterProperties
{
    private enum Steps
    {
        Rent,
        RentInvalid,
        Return,
        ReturnCleared,
        ReturnNull,
        ReturnForeign,
    }

    [Fact]
    public void Steps_OnTheArrayPoolOfAnyPool_KeepTheFrameworksContract() => Property.HoldsForSteps<RandomPool, Steps>(
        Allocating,
        static (options, steps) =>
        {
            BufferPool<byte> pool = options.CreatePool<byte>();
            ArrayPool<byte> arrays = pool.AsArrayPool(), model = ArrayPool<byte>.Create(options.MaxLength, 50);
            List<(byte[] Array, byte[] Model)> held = [];
            HashSet<byte[]> cleared = [];
            foreach (Step<Steps> step in steps)
            {
                switch (step.Kind)
                {
                    case Steps.Rent:
                        (byte[] array, byte[] other) = (arrays.Rent(step.Length), model.Rent(step.Length));
                        Assert.Equal(other.Length == 0, array.Length == 0);
                        Assert.True(array.Length >= step.Length, $"{array.Length} elements for a length of {step.Length}.");
                        Assert.DoesNotContain(held, rental => rental.Array == array && array.Length > 0);
                        Assert.True(!cleared.Remove(array) || !array.AsSpan().ContainsAnyExcept((byte)0), "An array was not cleared.");
                        array.AsSpan().Fill(step.Value);
                        held.Add((array, other));
                        break;
                    case Steps.RentInvalid: AssertSame(() => model.Rent(-1 - step.Length), () => arrays.Rent(-1 - step.Length)); break;
                    case Steps.Return or Steps.ReturnCleared when held.Count > 0:
                        bool clears = step.Kind == Steps.ReturnCleared;
                        (array, other) = held[step.Of(held.Count)];
                        held.RemoveAt(step.Of(held.Count));
                        arrays.Return(array, clears);
                        model.Return(other, clears);
                        if (clears)
                            cleared.Add(array);
                        break;
                    case Steps.ReturnNull: AssertSame(() => model.Return(null!), () => arrays.Return(null!)); break;

                    // The framework refuses an array of a length that it has no class for.
                    case Steps.ReturnForeign: Assert.Throws<ArgumentException>(() => arrays.Return(new byte[1 + step.Length])); break;
                }
            }

            foreach ((byte[] array, _) in held)
                arrays.Return(array);

            PoolInvariants.AssertHold(pool, inUse: 0);
            Assert.Equal(0, pool.GetStatistics().MisuseCount);
        },
        sequences: 200,
        longest: 60);

    [Fact]
    public void Steps_OnTheMemoryPoolOfAnyPool_KeepTheFrameworksContract() => Property.HoldsForSteps<(RandomPool Pool, bool ReusesOwners), Steps>(
        from options in Allocating from reusesOwners in Gen.Elements(false, true) select (options, reusesOwners),
        static (options, steps) =>
        {
            BufferPool<byte> pool = options.Pool.CreatePool<byte>();
            MemoryPool<byte> blocks = pool.MemoryPoolOf(options.ReusesOwners), model = MemoryPool<byte>.Shared;
            List<IMemoryOwner<byte>> held = [];
            foreach (Step<Steps> step in steps)
            {
                switch (step.Kind)
                {
                    case Steps.Rent:
                        int length = step.Length == 0 ? -1 : step.Length;
                        IMemoryOwner<byte> owner = blocks.Rent(length);
                        Assert.True(owner.Memory.Length >= length, $"{owner.Memory.Length} elements for a length of {length}.");
                        Assert.DoesNotContain(held, other => other == owner || other.Memory.Equals(owner.Memory));
                        held.Add(owner);
                        break;
                    case Steps.RentInvalid: AssertSame(() => model.Rent(-2 - step.Length), () => blocks.Rent(-2 - step.Length)); break;
                    case Steps.Return or Steps.ReturnCleared when held.Count > 0:
                        owner = held[step.Of(held.Count)];
                        held.RemoveAt(step.Of(held.Count));
                        owner.Dispose();
                        AssertSame(UseOfADisposedOwner, () => _ = owner.Memory);
                        break;
                }
            }

            foreach (IMemoryOwner<byte> owner in held)
                owner.Dispose();

            PoolInvariants.AssertHold(pool, inUse: 0);
            Assert.Equal(0, pool.GetStatistics().MisuseCount);
        },
        sequences: 200,
        longest: 60);

    private static Gen<RandomPool> Allocating => RandomPool.Any.Select(static options => options with { Oversize = OversizePolicy.Allocate });

    private static void UseOfADisposedOwner()
    {
        IMemoryOwner<byte> owner = MemoryPool<byte>.Shared.Rent(1);
        owner.Dispose();
        _ = owner.Memory;
    }

    private static void AssertSame(Action expected, Action actual)
    {
        Exception? wanted = Record.Exception(expected);
        Assert.NotNull(wanted);
        Assert.IsType(wanted.GetType(), Record.Exception(actual));
    }
}
