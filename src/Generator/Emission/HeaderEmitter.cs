using PooledGen.Generator.Model;

namespace PooledGen.Generator.Emission;

/// <summary>Writes the comment above the code: the buffer's lengths, sizes and depths in numbers.</summary>
internal static class HeaderEmitter
{
    public static void Emit(IndentedWriter writer, BufferModel model)
    {
        if (model.IsPlaceholder)
        {
            writer.Write("// The declaration has an error. The members are here so that their uses bind; the options are placeholders.");
        }
        else
        {
            writer.Write($"// {model.DisplayName}: pooled buffers of {model.Element.PlainName}, {Lengths(model.Pool)}{StorageOf(model.Pool)}.");
            writer.Write("//");
            EmitSizeClasses(writer, model);
            foreach (OptionRow row in OptionTable.Rows)
            {
                if (row.Comment is { } comment && model.Pool[row.Option] is var value && value != OptionRanges.DefaultOf(row.Option))
                    writer.Write($"// {comment.Replace("{0}", Figure.Of(value))}");
            }
        }

        writer.Write("""
            #nullable enable
            #pragma warning disable CS0436 // a project that shows you its internals may have a type of the same name: yours is meant
            """);

        // The compiler has reported these warnings for the user's own part, where the user could suppress them. The emitted file does not repeat them.
        writer.WriteIf(
            model.Warnings.Length > 0,
            $"#pragma warning disable {model.Warnings} // the names come from your own part, where the compiler has warned");
        writer.WriteBlankLine();
    }

    private static void EmitSizeClasses(IndentedWriter writer, BufferModel model)
    {
        bool hasBytes = model.Element.ByteSize is not null;
        string upTo = hasBytes ? "" : "up to ";
        writer.Write($"//  size class         length{(hasBytes ? "            bytes" : "")}{ThreadColumn(model.Pool)}   free buffers a core keeps");
        int sizeClass = 0;
        foreach (SizeClassModel row in model.SizeClasses)
        {
            string buffers = $"{(model.Pool.IsNative ? "" : $"{upTo}{row.ThreadBuffers}".PadLeft(30))}{$"{upTo}{row.CoreBuffers}",28}";
            writer.Write($"//  {sizeClass++,10}{Figure.Of(row.Length),15}{(hasBytes ? $"{Figure.Of(row.Bytes),17}" : "")}{buffers}");
        }

        writer.WriteIf(!hasBytes, $"""
            //
            // Fewer of large buffers{(model.Pool.IsNative ? "" : ": a thread keeps at most about 256 KB of a class, but at least one buffer")}.
            """);
        writer.WriteIf(model.Element.DependsOnTypeArguments, """
            //
            // Each set of type arguments has a pool of its own. The size of the element, known at run time, decides how many free buffers are kept.
            """);
        writer.WriteIf(model.ClearsOnReturnIfReferences, model.Element.DependsOnTypeArguments
            ? "// Buffers are cleared on return if the element holds references. That is decided at run time, too."
            : """
                //
                // Buffers are cleared on return if the element holds references. That is decided at run time: other generators may add fields
                // to a struct, and the framework's reference assemblies leave private ones out.
                """);
        writer.WriteIf(hasBytes, $"""
            //
            // If every class is in use, {(model.Pool.IsNative
                ? $"a core keeps at most {Figure.Of(model.MaxCoreBytes)} bytes"
                : $"a thread keeps at most {Figure.Of(model.MaxThreadBytes)} bytes and a core {Figure.Of(model.MaxCoreBytes)}")}.
            """);
        writer.WriteIf(model.Pool.IsNative, """
            //
            // The memory lies outside of the garbage collector's heap. A buffer takes whole pages of 4,096 bytes or more. Threads keep no free buffers.
            // The addresses stay valid while the process lives, so a span that is used after Dispose never faults.
            """);
    }

    // Threads keep no native buffers.
    private static string ThreadColumn(PoolModel pool) => pool.IsNative ? "" : "   free buffers a thread keeps";

    private static string StorageOf(PoolModel pool) => pool switch
    {
        { IsNative: true } => ", in native memory",
        { Storage: StorageMode.Pinned, Alignment: > 0 } => $", in pinned arrays, aligned to {Figure.Of(pool.Alignment)} bytes",
        { Storage: StorageMode.Pinned } => ", in pinned arrays",
        _ => "",
    };

    private static string Lengths(PoolModel pool)
        => pool.MaxLength == 1 ? "1 element" : $"{(pool.IsOfOneLength ? "" : "1 to ")}{Figure.Of(pool.MaxLength)} elements";
}
