using PooledGen.Generator.Model;
using static PooledGen.Generator.Emission.MemberText;

namespace PooledGen.Generator.Emission;

/// <summary>Writes a renter's fields and its pool. The reasons for each line are in docs/design.md, section 3.</summary>
internal sealed class PoolEmitter(IndentedWriter writer, BufferModel model)
{
    private string Element => model.Element.Name;

    public void Emit() => writer.Write($"""
        // {StacksComment}
        [global::System.ThreadStatic]
        private static {Services}.ThreadStack<{Element}>[]? t_stacks;
        {StackOfOneLength}
        private readonly global::System.Span<{Element}> _span;
        private readonly {Services}.PooledNode<{Element}>? _node; // null where nothing is to be given back
        private readonly global::System.IntPtr _generation; // the node's when it was rented; once it has moved on, this rental is over

        /// <summary>The pool behind this type: its figures and its controls. Shared by all threads.</summary>
        {Generated}
        public static global::PooledGen.BufferPool<{Element}> Pool => PoolHolder.Pool;

        // A class of its own, so that a static field of your own part may rent while it is initialised.
        {Generated}
        private static class PoolHolder
        {"{"}
            internal static readonly global::PooledGen.BufferPool<{Element}> Pool
                = {Services}.PoolFactory.{CreatePool}<{Element}>(
                    contract: {EmittedContract.Version},
                    name: "{model.DisplayName}",
                    minLength: {model.Pool.SizeClasses.MinLength},
                    maxLength: {model.Pool.MaxLength},{ClassesArgument}{StorageArguments}{PressureArgument}
                    threadDepth: {model.Pool.ThreadDepth},
                    oversize: global::PooledGen.OversizePolicy.{model.Pool.Oversize},
                    clear: global::PooledGen.ClearPolicy.{model.Pool.Clear},{BudgetArgument}
                    threadStacks: ThreadStacks);

            private static ref {Services}.ThreadStack<{Element}>[]? ThreadStacks() => ref t_stacks;{SlowRentOfOneLength}
        {"}"}

        """);

    private string StackOfOneLength => !HasOneStack ? "" : $"""

        // The one stack among them, so that renting reads no array; null until Rent or RentOwner has taken the slow path on this thread.
        [global::System.ThreadStatic]
        private static {Services}.ThreadStack<{Element}>? t_stack;

        """;

    // Threads keep no native buffers.
    private bool HasOneStack => model.Pool is { IsOfOneLength: true, IsNative: false };

    private string SlowRentOfOneLength => !HasOneStack ? "" : $$"""


            // The slow path gives the thread its stacks, which stay the same for as long as it lives.
            [global::System.Runtime.CompilerServices.MethodImpl(global::System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
            internal static {{Services}}.PooledNode<{{Element}}> RentSlow()
            {
                {{Services}}.PooledNode<{{Element}}> node = Pool.RentSlow({{model.Pool.MaxLength}});
                t_stack = t_stacks?[0];
                return node;
            }
        """;

    // CreateWithClasses takes the classes per doubling, and CreateWithStorage the storage, too. Other pools use Create, which keeps its old signature.
    private string CreatePool => model.Pool.HasStableAddress ? "CreateWithStorage" : model.Pool.HasFinerClasses ? "CreateWithClasses" : "Create";

    private string ClassesArgument => model.Pool.HasFinerClasses || model.Pool.HasStableAddress
        ? $"\n            classesPerDoubling: {model.Pool.ClassesPerDoubling},"
        : "";

    private string BudgetArgument => model.Pool.MaxRetainedBytes is { } bytes ? $"\n            maxRetainedBytes: {bytes}," : "";

    private string StorageArguments => !model.Pool.HasStableAddress
        ? ""
        : $"\n            storage: global::PooledGen.BufferStorage.{model.Pool.Storage},\n            alignment: {model.Pool.Alignment},";

    private string PressureArgument => model.Pool.MemoryPressure ? "\n            memoryPressure: true," : "";

    private string StacksComment => model.Pool.IsNative
        ? "The pool's stacks of the calling thread, which hold no native buffers; null until this thread rents for the first time."
        : "The calling thread's free buffers, one stack a size class; null until this thread rents for the first time.";
}
