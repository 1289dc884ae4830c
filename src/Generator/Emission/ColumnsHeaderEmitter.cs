using PooledGen.Generator.Model;

namespace PooledGen.Generator.Emission;

/// <summary>Writes the comment above a renter of columns: the lengths, sizes and depths in numbers.</summary>
internal static class ColumnsHeaderEmitter
{
    public static void Emit(IndentedWriter writer, ColumnsModel model)
    {
        if (model.Buffer.IsPlaceholder)
        {
            writer.Write("// The declaration has an error. The members are here so that their uses bind; they never run.");
        }
        else
        {
            string columns = string.Join(", ", model.Columns.Select(static column => $"{column.PlainName} of {column.Element.PlainName}"));
            string rows = model.MaxPooled == 1 ? "1 row" : $"1 to {Figure.Of(model.MaxPooled)} rows";
            writer.Write($"// {model.Buffer.DisplayName}: pooled columns of {rows}.");
            writer.Write($"// {columns}; one behind the other in one pinned block, each aligned to {model.Buffer.Pool.Alignment} bytes.");
            writer.Write("//");
            EmitSizeClasses(writer, model);
        }

        HeaderEmitter.EmitEnd(writer, model.Buffer);
    }

    private static void EmitSizeClasses(IndentedWriter writer, ColumnsModel model)
    {
        PoolModel pool = model.Buffer.Pool;
        SizeClasses classes = pool.SizeClasses;
        string bytesHead = model.RowBytes is null ? "" : "            bytes";
        writer.Write($"//  size class           rows{bytesHead}   free blocks a thread keeps   free blocks a core keeps");
        for (int sizeClass = 0; sizeClass < classes.Count; sizeClass++)
        {
            string row = $"//  {sizeClass,10}{Figure.Of(classes.Length(sizeClass)),15}";
            if (model.RowBytes is not { } rowBytes)
            {
                writer.Write($"{row}{$"up to {pool.ThreadDepth}",29}{$"up to {Depths.OnCore(pool.ThreadDepth)}",27}");
                continue;
            }

            // The array is longer by the rows that the alignment may skip.
            long bytes = ((long)classes.Length(sizeClass) + ((pool.Alignment + rowBytes - 1) / rowBytes)) * rowBytes;
            int threadDepth = Depths.OnThread(bytes, pool.ThreadDepth);
            writer.Write($"{row}{Figure.Of(bytes),17}{threadDepth,29}{Depths.OnCore(threadDepth),27}");
        }

        writer.WriteIf(model.RowBytes is null, """
            //
            // Fewer of large blocks: a thread keeps at most about 256 KB of a class, but at least one block.
            """);
    }
}
