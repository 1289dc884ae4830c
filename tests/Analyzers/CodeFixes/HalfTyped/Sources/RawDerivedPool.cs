using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

sealed class CountingPool : ArrayPool<int>
{
    private int _rented;

    public override int[] Rent(int minimumLength)
    {
        _rented++;
        return Shared.Rent(minimumLength);
    }

    public override void Return(int[] array, bool clearArray = false)
    {
        _rented--;
        Shared.Return(array, clearArray);
    }
}
