using PooledGen.Generator.Model;
using static PooledGen.Generator.Emission.ColumnText;
using static PooledGen.Generator.Emission.MemberText;

namespace PooledGen.Generator.Emission;

/// <summary>Writes the owner that is nested in a renter of columns, and the member that rents it.</summary>
internal sealed class ColumnOwnerEmitter(IndentedWriter writer, ColumnsModel model)
{
    private PoolModel Pool => model.Buffer.Pool;

    public void Emit()
    {
        EmitRentOwner();
        writer.Write("""
            /// <summary>Columns that may leave their block: in a field, across an await, to another thread. Dispose it once, on any thread.</summary>
            /// <remarks>Copies are harmless: of all their Dispose calls only the first counts. The span of a column is <c>owner.Column.Span</c>.</remarks>
            """);
        writer.WriteIf(model.Buffer.Consumer.HasMustDisposeResource, "[global::JetBrains.Annotations.MustDisposeResource]");
        writer.Write($"[global::System.Diagnostics.DebuggerDisplay(\"{model.Buffer.PlainTypeName}[{{Length}}]\")]");
        using (writer.Block("public readonly struct Owner : global::System.IDisposable"))
        {
            EmitRent();
            for (int column = 0; column < model.Columns.Count; column++)
                EmitColumn(column);

            EmitMembers();
        }

        writer.WriteBlankLine();
    }

    private void EmitRentOwner() => writer.Write($"""
        /// <summary>Rents columns that may be stored, cross an await and be disposed on another thread. It allocates nothing after warm-up.
        /// {ContentsOf(model.Buffer)}</summary>
        /// <param name="length">The number of elements of each column: 0 to {Figure.Of(model.MaxPooled)}{(Pool.Oversize == OversizeMode.Throw ? "" : " from the pool; a longer block is not pooled")}.</param>
        /// <returns>The owner. Length 0 gives empty columns.</returns>
        /// <exception cref="global::System.ArgumentOutOfRangeException">The length is negative{(Pool.Oversize == OversizeMode.Throw ? $" or above {Figure.Of(model.MaxPooled)}" : "")}.</exception>
        {Generated}
        public static Owner RentOwner(int length) => Owner.Rent(length);

        """);

    private void EmitRent()
    {
        writer.Write("""
            private readonly global::PooledGen.PooledOwner<Row> _rows;

            private Owner(global::PooledGen.PooledOwner<Row> rows) => _rows = rows;

            """);
        using (writer.Block("internal static Owner Rent(int length)"))
        {
            ColumnsEmitter.EmitTake(writer, model, "RentOwnerSlow");
            writer.Write("return new Owner(node.UnsafeAsOwner<Row>(length));");
        }

        writer.WriteBlankLine();
    }

    private void EmitColumn(int position)
    {
        // The compiler would not let the owner show a private column, whose elements may be of a private type.
        ColumnModel column = model.Columns[position];
        if (column.IsPrivate)
            return;

        string arguments = $"_rows, {position}, {model.Columns.Count}, {OffsetOf(model, position)}";
        writer.Write($$"""
            /// <summary>The column <c>{{column.PlainName}}</c>, for asynchronous code. Valid until Dispose.</summary>
            /// <exception cref="global::System.ObjectDisposedException">The owner was disposed.</exception>
            {{Generated}}
            {{OwnerAccessibilityOf(column)}} {{MemoryOf(column)}} {{column.Name}}
                => {{Services}}.ColumnBlock.UnsafeMemory<Row, {{column.Element.Name}}>({{arguments}});

            """);
    }

    private void EmitMembers() => writer.Write($$"""
        /// <summary>The number of elements of each column: what was asked for.</summary>
        {{Generated}}
        public int Length => _rows.Length;

        /// <summary>The number of elements that each column of the block has room for: the length of its size class.</summary>
        {{Generated}}
        public int Capacity => _rows.Capacity;

        /// <summary>Whether <see cref="Length"/> is 0.</summary>
        {{Generated}}
        public bool IsEmpty => _rows.IsEmpty;

        /// <summary>
        /// Returns the block{{(model.Buffer.ClearsOnReturn ? " and sets all of it to zero" : "")}}, on any thread. Only the first call counts. A second one, or one on a copy, is misuse: it shows in the
        /// pool's statistics and does nothing else.
        /// </summary>
        {{Generated}}
        public void Dispose() => _rows.Dispose();

        /// <summary>The type's name and the length.</summary>
        /// <returns>For example <c>{{Xml(model.Buffer.PlainTypeName)}}[12]</c>.</returns>
        {{Generated}}
        public override string ToString() => $"{{model.Buffer.PlainTypeName}}[{_rows.Length}]";
        """);
}
