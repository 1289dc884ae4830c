namespace PooledGen.Generator.Model;

/// <summary>Everything that the emitted file of a renter of columns depends on.</summary>
/// <param name="Buffer">The renter as one of rows: the element is the emitted struct of a row, the lengths of the pool are those of whole blocks.</param>
/// <param name="Columns">The columns, in the order of their places.</param>
/// <param name="MaxLength">The declared maximum.</param>
internal sealed record ColumnsModel(BufferModel Buffer, EquatableArray<ColumnModel> Columns, int MaxLength)
{
    /// <summary>The greatest length that is pooled.</summary>
    public int MaxPooled => Math.Min(MaxLength, Buffer.Pool.MaxLength);

    /// <summary>Whether all lengths above the maximum have no size class, so that no comparison is needed to refuse them.</summary>
    public bool EndsAtAClass => MaxPooled == Buffer.Pool.MaxLength && Buffer.Pool.SizeClasses.EndsAtAClass;

    /// <summary>The bytes of a row if the language defines them; null otherwise.</summary>
    public int? RowBytes => Buffer.Element.ByteSize;
}
