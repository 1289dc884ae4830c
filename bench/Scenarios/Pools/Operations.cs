using System.Runtime.CompilerServices;

namespace PooledGen.Bench.Scenarios.Pools;

/// <summary>The three operations, compiled for each pool.</summary>
internal static class Operations<TPool>
    where TPool : struct, IBlockPool
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void OneArray(int length)
    {
        byte[] array = TPool.Rent();
        try
        {
            Work.Touch(array.AsSpan(0, length), length);
        }
        finally
        {
            TPool.Return(array);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void TwoArrays(int length)
    {
        byte[] outer = TPool.Rent();
        try
        {
            Work.Touch(outer.AsSpan(0, length), length);
            byte[] inner = TPool.Rent();
            try
            {
                Work.Touch(inner.AsSpan(0, length), length);
            }
            finally
            {
                TPool.Return(inner);
            }
        }
        finally
        {
            TPool.Return(outer);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void NoReturn(int length) => Work.Touch(TPool.Rent().AsSpan(0, length), length);
}
