using PooledGen.Generator.Model;
using static PooledGen.Generator.Emission.ColumnText;

namespace PooledGen.Generator.Emission;

/// <summary>
/// Writes the members of a renter of columns whose declaration has an error. They stand beside an <c>#error</c> and never run: without them the compiler would
/// report every use of the type, and every partial property.
/// </summary>
internal sealed class ColumnStubEmitter(IndentedWriter writer, ColumnsModel model)
{
    public void Emit()
    {
        string self = model.Buffer.Renter.NameWithTypeParameters;
        using (writer.Block($"{model.Buffer.Renter.Modifiers}partial struct {self}"))
        {
            writer.Write($"public static {self} Rent(int length, in global::PooledGen.RentalScope scope = default) => throw null!;");
            writer.Write("""
                public static Owner RentOwner(int length) => throw null!;
                public static global::PooledGen.BufferPool Pool => throw null!;
                public int Length => throw null!;
                public int Capacity => throw null!;
                public bool IsEmpty => throw null!;
                public void Clear() => throw null!;
                public void Dispose() => throw null!;
                """);
            foreach (ColumnModel column in model.Columns.Where(static column => column.IsPartial || column.IsLayoutField))
                writer.Write(StubOf(column));

            using (writer.Block("public readonly struct Owner : global::System.IDisposable"))
            {
                writer.Write("""
                    public int Length => throw null!;
                    public int Capacity => throw null!;
                    public bool IsEmpty => throw null!;
                    public void Dispose() => throw null!;
                    """);
                string use = UseOfLayout(model);
                writer.WriteIf(use.Length > 0, use);
                foreach (ColumnModel column in model.Columns.Where(static column => column is { IsValid: true, IsPrivate: false }))
                    writer.Write($"{OwnerAccessibilityOf(column)} {MemoryOf(column)} {column.Name} => throw null!;");
            }
        }
    }
    // A partial property is implemented whatever it looks like: the compiler would report a missing implementation beside our error.
    private static string StubOf(ColumnModel column)
    {
        IEnumerable<string> accessors = column.Accessors.Select(static accessor => $"{accessor} => throw null!;");
        return $"{column.Modifiers}{column.DeclaredType} {column.Name} {{ {string.Join(" ", accessors)} }}";
    }
}
