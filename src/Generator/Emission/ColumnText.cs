using PooledGen.Generator.Model;

namespace PooledGen.Generator.Emission;

/// <summary>Text that the renter of columns, its owner and its stubs share.</summary>
internal static class ColumnText
{
    public static string SpanOf(ColumnModel column) => $"global::System.Span<{column.Element.Name}>";

    public static string MemoryOf(ColumnModel column) => $"global::System.Memory<{column.Element.Name}>";

    /// <summary>The accessibility of the owner's property. A column that is neither public nor private is internal there.</summary>
    public static string OwnerAccessibilityOf(ColumnModel column) => column.Modifiers.Contains("internal ") ? "internal" : "public";

    /// <summary>
    /// A method that uses the fields of the user's nested struct, which only declare columns: the compiler would warn about unused fields. Empty for none.
    /// </summary>
    public static string UseOfLayout(ColumnsModel model)
    {
        IEnumerable<string> names = model.Columns.Where(static column => column.IsLayoutField).Select(static column => column.Name);
        string uses = string.Join(", ", names.Select(static name => $"{name} = layout.{name}"));
        const string type = ColumnMembers.Layout;
        return uses.Length == 0 ? "" : $"private static {type} Use({type} layout) => new {type} {{ {uses} }};";
    }

    /// <summary>The expression for the bytes that a row has in the columns before one.</summary>
    /// <param name="model">The columns.</param>
    /// <param name="position">The position of the column.</param>
    public static string OffsetOf(ColumnsModel model, int position)
    {
        ColumnModel[] before = [.. model.Columns.Take(position)];
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
