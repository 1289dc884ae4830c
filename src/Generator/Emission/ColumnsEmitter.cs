using System.Globalization;
using PooledGen.Generator.Model;
using static PooledGen.Generator.Emission.ColumnText;
using static PooledGen.Generator.Emission.MemberText;

namespace PooledGen.Generator.Emission;

/// <summary>Writes one renter of columns, with one method for each member.</summary>
internal sealed class ColumnsEmitter(IndentedWriter writer, ColumnsModel model)
{
    private string Self => model.Buffer.Renter.NameWithTypeParameters;

    private PoolModel Pool => model.Buffer.Pool;

    private string MaxLength => Figure.Of(model.MaxPooled);

    public void Emit()
    {
        EmitTypeDocumentation();
        writer.Write("[global::PooledGen.NonCopyable]");
        writer.WriteIf(model.Buffer.Consumer.HasMustDisposeResource, "[global::JetBrains.Annotations.MustDisposeResource]");
        writer.Write($"[global::System.Diagnostics.DebuggerDisplay(\"{model.Buffer.PlainTypeName}[{{Length}}]\")]");
        string interfaces = model.Buffer.Consumer.RefStructsCanImplementInterfaces ? " : global::System.IDisposable" : "";
        using (writer.Block($"{model.Buffer.Renter.Modifiers}partial struct {Self}{interfaces}"))
        {
            EmitPool();
            EmitRent();
            EmitConstructor();
            EmitDispose();
            for (int column = 0; column < model.Columns.Count; column++)
                EmitColumn(column);

            EmitSizes();
            EmitClear();
            EmitToString();
            new ColumnOwnerEmitter(writer, model).Emit();
            EmitRow();
        }
    }

    private void EmitTypeDocumentation() => writer.Write($"""
        /// <summary>
        /// {model.Columns.Count} {(model.Columns.Count == 1 ? "column" : "columns")} of exactly the length that was asked for, out of one rental:
        /// <c>using var rows = {Xml(model.Buffer.TypeName)}.Rent(length);</c>
        /// </summary>
        /// <remarks>
        /// Lengths up to {MaxLength} come from <see cref="Pool"/>, in {SizeClassCount};
        /// a longer one {OversizeSentence}.
        /// Each column begins at a multiple of 64 bytes, on a cache line of its own.
        /// {ClearSentence}
        /// Dispose once, in the block that rented; a second Dispose, or one of a copy, does nothing but count as misuse.
        /// </remarks>
        """);

    private string SizeClassCount => Pool.SizeClasses.Count == 1 ? "one size class" : $"{Pool.SizeClasses.Count} size classes";

    private string OversizeSentence => Pool.Oversize == OversizeMode.Throw
        ? "is refused with an <see cref=\"global::System.ArgumentOutOfRangeException\"/>"
        : "gets a block of its own that is not pooled";

    private string ClearSentence => model.Buffer.ClearsOnRent ? "The columns start with every element at its default."
        : model.Buffer.ClearsOnReturn ? "The elements are set to their default on Dispose; what the columns start with is not defined."
        : "The columns start with arbitrary earlier contents, and nothing is cleared.";

    private void EmitPool()
    {
        writer.Write($"""
            // The calling thread's free blocks, one stack a size class; null until this thread rents for the first time.
            [global::System.ThreadStatic]
            private static {Services}.ThreadStack[]? t_stacks;

            private readonly {Services}.PooledNode? _node; // null if nothing was rented
            private readonly global::System.IntPtr _generation; // the node's generation when it was rented; when the node has another one, this rental is over
            private readonly int _length;

            /// <summary>The pool behind this type: its figures, in rows, and its controls. Shared by all threads.</summary>
            {Generated}
            public static global::PooledGen.BufferPool Pool => PoolHolder.Pool;

            """);
        const string Remark = "A block has a multiple of 64 rows, so that each column begins on a cache line of its own.";
        new PoolEmitter(writer, model.Buffer).EmitHolder(element: "Row", Remark);
    }

    private void EmitRent()
    {
        writer.Write($"""
            /// <summary>Rents columns of exactly <paramref name="length"/> elements. Dispose them in the same block: <c>using var</c>.
            /// {ContentsOf(model.Buffer)}</summary>
            /// <param name="length">The number of elements of each column: 0 to {MaxLength}{(Pool.Oversize == OversizeMode.Throw ? "" : " from the pool; a longer block is not pooled")}.</param>
            /// <param name="scope">{ScopeOf(model.Buffer.Consumer)}</param>
            /// <returns>The rental. Length 0 gives empty columns.</returns>
            /// <exception cref="global::System.ArgumentOutOfRangeException">The length is negative{(Pool.Oversize == OversizeMode.Throw ? $" or above {MaxLength}" : "")}.</exception>
            {Generated}
            {Inline}
            """);
        using (writer.Block($"public static {Self} Rent(int length, in global::PooledGen.RentalScope scope = default)"))
        {
            EmitTake(writer, model, "RentSlow");
            writer.Write($"return new {Self}(node, length);");
        }

        writer.WriteBlankLine();
    }

    /// <summary>Writes the statements that take a block.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="model">The model.</param>
    /// <param name="slowPath">The method that serves a miss.</param>
    public static void EmitTake(IndentedWriter writer, ColumnsModel model, string slowPath)
    {
        SizeClasses classes = model.Buffer.Pool.SizeClasses;
        string tooLong = model.EndsAtAClass ? "" : string.Format(CultureInfo.InvariantCulture, "unchecked((uint)length > {0}) || ", model.MaxPooled);
        writer.Write($"""
            // Size class 0 is for lengths up to {Figure.Of(classes.MinLength)}. 0 and negative lengths take the slow path.
            int sizeClass = {Services}.SizeClass.Log2(unchecked(length - 1) | {classes.Mask}) - {classes.Shift};

            // A hit takes the newest free block of this thread; a miss asks the other tiers or allocates.
            if ({tooLong}!{Services}.ThreadStack.TryPop(t_stacks, sizeClass, out {Services}.PooledNode? node))
                node = {Services}.ColumnBlock.{slowPath}(PoolHolder.Pool, length, maxLength: {model.MaxPooled});

            """);
        writer.WriteIf(model.Buffer.ClearsOnRent, "node.UnsafeAsPlacedSpan<Row>(node.Capacity).Clear();");
    }

    private void EmitConstructor() => writer.Write($$"""
        {{Inline}}
        private {{model.Buffer.Renter.Name}}({{Services}}.PooledNode node, int length)
        {
            _node = node;
            _generation = node.Generation;
            _length = length;
        }

        """);

    private void EmitDispose() => writer.Write($$"""
        /// <summary>Returns the block{{(model.Buffer.ClearsOnReturn ? " and sets all of it to zero" : "")}}. A second call, or one on a copy, is misuse: it shows in the pool's statistics and does nothing else.</summary>
        {{Generated}}
        {{Inline}}
        public void Dispose()
        {
            if (_node != null)
                _node.{{(model.Buffer.ClearsOnReturn ? "ReturnCleared(_generation, _node.UnsafeAsPlacedSpan<Row>(_node.Capacity))" : "Return(_generation)")}};
        }

        """);

    private void EmitColumn(int position)
    {
        ColumnModel column = model.Columns[position];

        // The documentation of a partial property is the user's.
        writer.WriteIf(!column.IsPartial, $"""
            /// <summary>The column <c>{column.PlainName}</c>. Valid until Dispose.</summary>
            /// <exception cref="global::System.ObjectDisposedException">The columns were disposed.</exception>
            """);
        writer.Write($$"""
            {{Generated}}
            {{column.Modifiers}}{{SpanOf(column)}} {{column.Name}}
            {
                {{Inline}}
                get
                {
                    if (_node != null && _node.Generation != _generation)
                        _node.ThrowDisposed(_generation);

                    return {{Services}}.ColumnBlock.UnsafeSpan<Row, {{column.Element.Name}}>(_node, {{OffsetOf(model, position)}}, _length);
                }
            }

            """);
    }

    private void EmitSizes() => writer.Write($$"""
        /// <summary>The number of elements of each column: what was asked for.</summary>
        {{Generated}}
        public int Length => _length;

        /// <summary>The number of elements that each column of the block has room for: the length of its size class.</summary>
        {{Generated}}
        public int Capacity => _node != null ? _node.Capacity : 0;

        /// <summary>Whether <see cref="Length"/> is 0.</summary>
        {{Generated}}
        public bool IsEmpty => _length == 0;

        """);

    private void EmitClear()
    {
        writer.Write($"""
            /// <summary>Sets every element of every column to its default.</summary>
            /// <exception cref="global::System.ObjectDisposedException">The columns were disposed.</exception>
            {Generated}
            """);
        using (writer.Block("public void Clear()"))
        {
            foreach (ColumnModel column in model.Columns)
                writer.Write($"{column.Name}.Clear();");
        }

        writer.WriteBlankLine();
    }

    private void EmitToString() => writer.Write($$"""
        /// <summary>The type's name and the length.</summary>
        /// <returns>For example <c>{{Xml(model.Buffer.PlainTypeName)}}[12]</c>.</returns>
        {{Generated}}
        public override string ToString() => $"{{model.Buffer.PlainTypeName}}[{_length}]";

        """);

    private void EmitRow()
    {
        writer.Write($"""
            // The bytes of one row. The block is an array of these, but each column lies together. Nothing reads the fields.
            {Generated}
            [global::System.Runtime.InteropServices.StructLayout(global::System.Runtime.InteropServices.LayoutKind.Sequential, Pack = 1)]
            """);
        using (writer.Block("private struct Row"))
        {
            writer.Write("#pragma warning disable CS0169");
            for (int column = 0; column < model.Columns.Count; column++)
                writer.Write($"private {model.Columns[column].Element.Name} _{column};");

            writer.Write("#pragma warning restore CS0169");
            string use = UseOfLayout(model);
            writer.WriteIf(use.Length > 0, $"""

                // The fields of your Layout declare columns. This keeps the compiler from warning that nothing uses them.
                {use}
                """);
        }
    }
}
