namespace PooledGen.Diagnostics;

/// <summary>A returned array that its pool has not got.</summary>
/// <param name="quarantine">The quarantine that holds it.</param>
/// <param name="pool">The pool.</param>
/// <param name="array">The array.</param>
/// <param name="returned">The call that returned it.</param>
/// <param name="rental">Its last rental; null if the watch has not seen it begin.</param>
internal sealed class HeldArray(
    ArrayQuarantine quarantine, KnownArrayPool pool, Array array, ArrayCall returned, ArrayRental<ArrayCall>? rental)
{
    // Enough to recognise what was written; it may be a secret.
    private const int ShownBytes = 16;

    /// <summary>This object, its places in the queue and in the dictionary, and its rental with three calls.</summary>
    public const int BytesOfARecord = 384;

    public ArrayQuarantine Quarantine => quarantine;

    public KnownArrayPool Pool => pool;

    public Array Array => array;

    public ArrayRental<ArrayCall>? Rental => rental;

    /// <summary>Whether the quarantine has let go of it because a pool has rented it out. Guarded by the lock of the watch.</summary>
    public bool IsRented { get; set; }

    /// <summary>The bytes of the array, and of its record: half a million short arrays have records that are longer than they are.</summary>
    public long Bytes => BytesOfARecord + ArrayBytes;

    /// <summary>The bytes of the elements.</summary>
    public long ArrayBytes => pool.BytesIn(array);

    /// <summary>The finding that the array was written after its return; null if it was not.</summary>
    public ArrayFinding? FindWrite()
    {
        if (!quarantine.Poisons)
            return null;

        ReadOnlySpan<byte> written = pool.FindWrite(array, out int offset);
        return written.IsEmpty ? null : new ArrayFinding(ArrayPoolMisuseKind.WriteAfterReturn, pool.Name, array.Length, rental)
        {
            Again = rental is null ? returned : null,
            FirstWritten = offset / pool.ElementBytes,
            LastWritten = (offset + written.Length - 1) / pool.ElementBytes,
            Written = Convert.ToHexString(written[..Math.Min(written.Length, ShownBytes)]),
        };
    }
}
