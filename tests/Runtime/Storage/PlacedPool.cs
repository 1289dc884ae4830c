using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;
using PooledGen.Runtime.Tests.Invariants;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Storage;

/// <summary>A pool whose buffers have stable addresses, with a trimmer of its own, so that its tests disturb no others.</summary>
internal sealed class PlacedPool<T>
    where T : unmanaged
{
    // In place of the emitted thread-static field.
    private readonly ThreadLocal<StrongBox<ThreadStack[]?>> _stacks = new(static () => new());

    public PlacedPool(
        BufferStorage storage,
        int alignment = 0,
        int minLength = 16,
        int maxLength = 4096,
        ClearPolicy clear = ClearPolicy.Auto,
        IdleTrimmer? trimmer = null)
    {
        PoolOptions options = TestPool.Options(() => ref _stacks.Value!.Value) with
        {
            Name = "Placed",
            MinLength = minLength,
            MaxLength = maxLength,
            Storage = storage,
            Alignment = alignment,
            Clear = clear,
        };
        trimmer ??= new IdleTrimmer(TimerSource.System, TimeSpan.Zero, long.MaxValue);
        Pool = new BufferPool<T>(options, trimmer, PoolFactory.StorageOf(options, Unsafe.SizeOf<T>()));
    }

    public BufferPool<T> Pool { get; }

    /// <summary>The address of the first element, as native code would see it.</summary>
    public static unsafe nint AddressOf(Span<T> elements) => (nint)Unsafe.AsPointer(ref elements[0]);

    /// <summary>Rents buffers and returns them in the opposite order.</summary>
    public void Use(int length, int buffers)
    {
        PooledOwner<T>[] owners = [.. Enumerable.Range(0, buffers).Select(_ => Pool.RentOwner(length))];
        foreach (PooledOwner<T> owner in owners.Reverse())
            owner.Dispose();
    }

    /// <summary>Every invariant of the pool holds.</summary>
    public void AssertBalanced(int inUse = 0) => PoolInvariants.AssertHold(Pool, inUse);
}
