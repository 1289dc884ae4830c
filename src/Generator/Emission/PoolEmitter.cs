using PooledGen.Generator.Model;
using static PooledGen.Generator.Emission.MemberText;

namespace PooledGen.Generator.Emission;

/// <summary>Writes a renter's fields and its pool. The reasons for each line are in docs/internals/design.md, section 3.</summary>
internal sealed class PoolEmitter(IndentedWriter writer, BufferModel model)
{
    private string Element => model.Element.Name;

    public void Emit()
    {
        writer.Write($"""
            // {StacksComment}
            [global::System.ThreadStatic]
            private static {Services}.ThreadStack[]? t_stacks;
            {StackOfOneLength}
            private readonly global::System.Span<{Element}> _span;
            private readonly {Services}.PooledNode? _node; // null if nothing was rented
            private readonly global::System.IntPtr _generation; // the node's generation when it was rented; when the node has another one, this rental is over

            /// <summary>The pool of this type: its figures and its controls. Shared by all threads.</summary>
            {Generated}
            public static global::PooledGen.BufferPool<{Element}> Pool => PoolHolder.Pool;

            """);
        EmitHolder();
    }

    private void EmitHolder()
    {
        writer.Write($"""
            // A class of its own, so that a static field of your own part may rent while it is initialised.
            {Generated}
            """);
        using (writer.Block("private static class PoolHolder"))
        {
            writer.Write($$"""
                internal static readonly global::PooledGen.BufferPool<{{Element}}> Pool
                    = {{Services}}.PoolFactory.Create<{{Element}}>(contract: {{EmittedContract.Version}}, new {{Services}}.PoolOptions
                    {
                        Name = {{Name(model)}},
                        ThreadStacks = ThreadStacks,
                        {{string.Join("\n        ", Options(model.Pool))}}
                    });

                private static ref {{Services}}.ThreadStack[]? ThreadStacks() => ref t_stacks;
                """);
            writer.WriteIf(HasOneStack, SlowRentOfOneLength);
        }

        writer.WriteBlankLine();
    }

    private string StackOfOneLength => !HasOneStack ? "" : $"""

        // The one stack among them, so that renting reads no array; null until Rent or RentOwner has taken the slow path on this thread.
        [global::System.ThreadStatic]
        private static {Services}.ThreadStack? t_stack;

        """;

    // Threads keep no native buffers.
    private bool HasOneStack => model.Pool is { IsOfOneLength: true, IsNative: false };

    private string SlowRentOfOneLength => $$"""

        // The slow path gives the thread its stacks, which stay the same for as long as it lives.
        [global::System.Runtime.CompilerServices.MethodImpl(global::System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
        internal static {{Services}}.PooledNode RentSlow()
        {
            {{Services}}.PooledNode node = {{Services}}.PooledNode.RentSlow(Pool, {{model.Pool.MaxLength}});
            t_stack = t_stacks?[0];
            return node;
        }
        """;

    private string StacksComment => model.Pool.IsNative
        ? "The pool's stacks of the calling thread, which hold no native buffers; null until this thread rents for the first time."
        : "The calling thread's free buffers, one stack a size class; null until this thread rents for the first time.";

    // The pools of a generic type differ in its type arguments, so each gets its own name.
    private static string Name(BufferModel model)
        => model.IsGeneric ? $"{Services}.PoolFactory.NameOf(typeof({model.Renter.NameWithTypeParameters}))" : $"\"{model.DisplayName}\"";

    private static IEnumerable<string> Options(PoolModel pool) => OptionTable.Rows
        .Where(row => !row.IsLeftOut(pool[row.Option]))
        .Select(row => $"{row.Name} = {row.CodeOf(pool[row.Option])},");
}
