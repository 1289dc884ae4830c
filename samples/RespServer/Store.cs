using System.Runtime.InteropServices;

namespace RespServer;

/// <summary>The values by their keys. Any thread may call each member, but Dispose only when no other call runs.</summary>
/// <remarks>No value is copied under the lock, however long it is: a reader gets a share, which outlives the value's removal.</remarks>
internal sealed class Store : IDisposable
{
    /// <summary>The longest time that a value may be stored for, if it is not for ever.</summary>
    public static readonly TimeSpan MaxLifetime = TimeSpan.FromDays(36_500);

    private static readonly TimeSpan s_sweepPeriod = TimeSpan.FromSeconds(1);

    private readonly Lock _lock = new();
    private readonly Dictionary<byte[], Entry> _entries = new(new KeyComparer());
    private readonly Dictionary<byte[], Entry>.AlternateLookup<ReadOnlySpan<byte>> _byKey;
    private readonly TimeProvider _time;
    private readonly ITimer _sweeps;
    private long _nextExpiry = long.MaxValue;

    public Store(TimeProvider time)
    {
        _byKey = _entries.GetAlternateLookup<ReadOnlySpan<byte>>();
        _time = time;
        _sweeps = time.CreateTimer(static store => ((Store)store!).RemoveExpired(), this, s_sweepPeriod, s_sweepPeriod);
    }

    /// <summary>Gives a share of a value. The caller disposes it.</summary>
    public bool TryGet(ReadOnlySpan<byte> key, out Value value)
    {
        lock (_lock)
        {
            bool isFound = _byKey.TryGetValue(key, out Entry entry) && !IsExpired(entry);
            value = isFound ? entry.Value.Share() : default;
            return isFound;
        }
    }

    /// <summary>Stores a copy of a value: from now on for so long, or for ever if the lifetime is null.</summary>
    public void Set(ReadOnlySpan<byte> key, ReadOnlySpan<byte> value, TimeSpan? lifetime)
    {
        long expiry = lifetime is { } time ? _time.GetTimestamp() + (long)(time.TotalSeconds * _time.TimestampFrequency) : long.MaxValue;
        var added = new Entry(Value.CopyOf(value), expiry);
        Entry replaced;
        lock (_lock)
        {
            ref Entry place = ref CollectionsMarshal.GetValueRefOrAddDefault(_byKey, key, out _);
            replaced = place;
            place = added;
            _nextExpiry = Math.Min(_nextExpiry, expiry);
        }

        replaced.Value.Dispose();
    }

    /// <returns>Whether there was such a value.</returns>
    public bool Remove(ReadOnlySpan<byte> key)
    {
        Entry removed;
        lock (_lock)
        {
            if (!_byKey.Remove(key, out _, out removed))
                return false;
        }

        removed.Value.Dispose();
        return !IsExpired(removed);
    }

    public void Dispose()
    {
        _sweeps.Dispose();
        foreach (Entry entry in _entries.Values)
            entry.Value.Dispose();

        _entries.Clear();
    }

    private bool IsExpired(Entry entry) => entry.Expiry != long.MaxValue && entry.Expiry <= _time.GetTimestamp();

    // Returns the buffers of expired values that no client asks for. A sweep visits every value, so it waits until the next value expires.
    private void RemoveExpired()
    {
        lock (_lock)
        {
            if (_nextExpiry > _time.GetTimestamp())
                return;

            _nextExpiry = long.MaxValue;
            foreach ((byte[] key, Entry entry) in _entries)
            {
                if (IsExpired(entry))
                {
                    _entries.Remove(key);
                    entry.Value.Dispose();
                }
                else
                {
                    _nextExpiry = Math.Min(_nextExpiry, entry.Expiry);
                }
            }
        }
    }

    // The expiry is a time stamp, long.MaxValue for never.
    private readonly record struct Entry(Value Value, long Expiry);

    /// <summary>Keys are compared by their bytes, and found by a span of the input.</summary>
    private sealed class KeyComparer : IEqualityComparer<byte[]>, IAlternateEqualityComparer<ReadOnlySpan<byte>, byte[]>
    {
        public bool Equals(byte[]? x, byte[]? y) => x.AsSpan().SequenceEqual(y);

        public bool Equals(ReadOnlySpan<byte> alternate, byte[] other) => alternate.SequenceEqual(other);

        public int GetHashCode(byte[] key) => GetHashCode(key.AsSpan());

        public int GetHashCode(ReadOnlySpan<byte> alternate)
        {
            var hash = new HashCode();
            hash.AddBytes(alternate);
            return hash.ToHashCode();
        }

        public byte[] Create(ReadOnlySpan<byte> alternate) => alternate.ToArray();
    }
}
