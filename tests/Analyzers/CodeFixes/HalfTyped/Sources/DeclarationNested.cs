using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

namespace Deep.Space
{
    public partial class Outer<TKey> where TKey : notnull
    {
        public partial record struct Middle
        {
            internal partial interface IInner
            {
                [PooledBuffer<KeyValuePair<int, string>>(MaxLength = 128)]
                internal partial struct Entries;
            }
        }
    }

    class User
    {
        void M()
        {
            using var entries = Outer<int>.Middle.IInner.Entries.Rent(10);
            entries[0] = new(1, "one");
        }
    }
}
