using FsCheck;
using FsCheck.Fluent;
using PooledGen.Runtime.Tests.Properties;
using Property = PooledGen.Runtime.Tests.Properties.Property;

namespace PooledGen.PoolCheck.Tests;

/// <summary>What the ledger says of random programs: nothing of those that use their arrays as they should, and the mistake of those that make one.</summary>
public class ArrayLedgerProperties
{
    private enum Steps
    {
        RentNew,
        RentFree,
        Return,
        Announce,
        Lose,
    }

    private static Gen<int> Unseen => Gen.Choose(0, 3);

    private static Gen<(int Unseen, int Pool)> UnseenAndPool => from unseen in Unseen from pool in Pools select (unseen, pool);

    private static Gen<int> Pools => Gen.Elements(PoolWorld.Shared, PoolWorld.Created);

    [Fact]
    public void Return_InALegalOrder_IsNoMistake() => Property.HoldsForSteps<int, Steps>(
        Unseen,
        static (unseen, steps) =>
        {
            var world = new PoolWorld(unseen);
            Play(world, steps);
            EndInOrder(world);

            Assert.DoesNotContain(ArrayReturn.Twice, world.Verdicts);
            Assert.DoesNotContain(ArrayReturn.ToAnotherPool, world.Verdicts);
            Assert.Empty(world.Ledger.Open);
        },
        sequences: 3000,
        longest: 60);

    [Fact]
    public void Return_OfAFreeArray_IsTwice() => Property.HoldsForSteps<(int Unseen, int Pool), Steps>(
        UnseenAndPool,
        static (options, steps) =>
        {
            var world = new PoolWorld(options.Unseen);
            Play(world, steps);
            PooledArray array = world.RentNewOfOwnHash(options.Pool, 64);
            array.IsLeftAlone = true;
            world.Return(array);
            world.AnnounceAll();
            Play(world, WithoutLoss(steps));

            ArrayReturn what = world.Ledger.Return(array.Pool, array.Hash, array.Length, "again", out ArrayRental<string>? rental);

            Assert.Equal((ArrayReturn.Twice, array.Rental), (what, rental));
        },
        sequences: 1000,
        longest: 30);

    [Fact]
    public void Return_ToAPoolThatDidNotRentTheArray_IsToAnotherPool() => Property.HoldsForSteps<(int Unseen, int Pool), Steps>(
        UnseenAndPool,
        static (options, steps) =>
        {
            var world = new PoolWorld(options.Unseen);
            Play(world, steps);
            PooledArray array = world.RentNewOfOwnHash(options.Pool, 64);
            Play(world, WithoutLoss(steps).Where(static step => step.Kind != Steps.Return));

            int other = PoolWorld.Shared + PoolWorld.Created - array.Pool;
            ArrayReturn what = world.Ledger.Return(other, array.Hash, array.Length, "elsewhere", out ArrayRental<string>? rental);

            Assert.Equal((ArrayReturn.ToAnotherPool, array.Rental), (what, rental));
        },
        sequences: 1000,
        longest: 30);

    [Fact]
    public void Open_WhereAnArrayIsLeftOut_HasItsRental() => Property.HoldsForSteps<(int Unseen, int Pool), Steps>(
        UnseenAndPool,
        static (options, steps) =>
        {
            var world = new PoolWorld(options.Unseen);
            Play(world, steps);
            PooledArray array = world.RentNewOfOwnHash(options.Pool, 64);
            EndInOrder(world, except: array);

            Assert.Equal([array.Rental!], world.Ledger.Open);
        },
        sequences: 1000,
        longest: 30);

    // The memory for arrays that nobody rents any more is bounded.
    [Fact]
    public void Return_OfAnArrayThatIsFreeForLong_IsUnknown()
    {
        var ledger = new ArrayLedger<string>();
        ledger.AddTimelyPool(PoolWorld.Shared);
        for (int hash = 0; hash <= ArrayLedger<string>.MaxFreeArrays; hash++)
        {
            ledger.Rent(PoolWorld.Shared, hash, 16, "rent");
            Assert.Equal(ArrayReturn.InOrder, ledger.Return(PoolWorld.Shared, hash, 16, "return", out _));
        }

        Assert.Equal(ArrayReturn.Unknown, ledger.Return(PoolWorld.Shared, 0, 16, "return", out _));
        Assert.Equal(ArrayReturn.Twice, ledger.Return(PoolWorld.Shared, ArrayLedger<string>.MaxFreeArrays, 16, "return", out _));
    }

    private static IEnumerable<Step<Steps>> WithoutLoss(IEnumerable<Step<Steps>> steps) => steps.Where(static step => step.Kind != Steps.Lose);

    private static void Play(PoolWorld world, IEnumerable<Step<Steps>> steps)
    {
        foreach (Step<Steps> step in steps)
        {
            switch (step.Kind)
            {
                case Steps.RentNew: world.RentNew(step.Value % 2 == 0 ? PoolWorld.Shared : PoolWorld.Created, step.Index % 3, 16); break;
                case Steps.RentFree: world.RentFree(step.Index); break;
                case Steps.Return when world.Out.Count > 0: world.Return(world.Out[step.Of(world.Out.Count)]); break;
                case Steps.Announce: world.AnnounceOne(step.Index); break;

                // Losses are rare.
                case Steps.Lose when step.Value < 50: world.Lose(); break;
            }
        }
    }

    private static void EndInOrder(PoolWorld world, PooledArray? except = null)
    {
        foreach (PooledArray array in world.Out.Where(array => array != except))
            world.Return(array);

        world.AnnounceAll();
    }
}
