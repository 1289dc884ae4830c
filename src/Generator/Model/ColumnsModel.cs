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

    /// <summary>
    /// A method that uses the fields of the user's nested struct, which only declare columns: the compiler would warn about unused fields. Empty for none.
    /// </summary>
    public string UseOfLayout
    {
        get
        {
            IEnumerable<string> names = Columns.Where(static column => column.IsLayoutField).Select(static column => column.Name);
            string uses = string.Join(", ", names.Select(static name => $"{name} = layout.{name}"));
            const string type = ColumnMembers.Layout;
            return uses.Length == 0 ? "" : $"private static {type} Use({type} layout) => new {type} {{ {uses} }};";
        }
    }

    /// <summary>The expression for the bytes that a row has in the columns before one.</summary>
    /// <param name="column">The position of the column.</param>
    public string Offset(int column)
    {
        ColumnModel[] before = [.. Columns.Take(column)];
        int known = before.Sum(static earlier => earlier.Element.ByteSize ?? 0);
        string[] terms =
        [
            .. before
                .Where(static earlier => earlier.Element.ByteSize is null)
                .GroupBy(static earlier => earlier.Element.Name)
                .Select(static same => $"{(same.Count() == 1 ? "" : $"{same.Count()} * ")}global::System.Runtime.CompilerServices.Unsafe.SizeOf<{same.Key}>()"),
        ];
        return string.Join(" + ", known > 0 || terms.Length == 0 ? terms.Prepend($"{known}") : terms);
    }
}
