using System.Globalization;
using PooledGen.Generator.Model;
using static PooledGen.Generator.Emission.MemberText;

namespace PooledGen.Generator.Emission;

/// <summary>Writes the members that rent and return. The reasons for each line are in docs/internals/design.md, section 3.</summary>
internal sealed partial class RenterEmitter
{
    private void EmitRent()
    {
        writer.Write($"""
            /// <summary>Rents a buffer of exactly <paramref name="length"/> elements. Dispose it in the same block: <c>using var</c>.
            /// {ContentsOfARental}</summary>
            /// <param name="length">The number of elements: 0 to {MaxLength}{FromThePool}.</param>
            /// <param name="scope">{ScopeDocumentation}</param>
            /// <returns>The rental. Length 0 gives an empty one.</returns>
            /// <exception cref="global::System.ArgumentOutOfRangeException">The length is negative{OrAboveMaxLength}.</exception>
            {Generated}
            {Inline}
            """);
        using (writer.Block($"public static {Self} Rent(int length, in global::PooledGen.RentalScope scope = default)"))
            EmitRentBody();

        writer.WriteBlankLine();
    }

    private void EmitRentOfOneLength()
    {
        writer.Write($"""
            /// <summary>Rents a buffer of {LengthOfAll}. Dispose it in the same block: <c>using var</c>.
            /// {ContentsOfARental}</summary>
            /// <param name="scope">{ScopeDocumentation}</param>
            /// <returns>The rental.</returns>
            {Generated}
            {Inline}
            """);
        using (writer.Block($"public static {Self} Rent(in global::PooledGen.RentalScope scope = default)"))
        {
            writer.Write(model.Pool.IsNative ? RentOfNative($"{model.Pool.MaxLength}") : $"""
                // There is one size class. A hit takes the newest free buffer of this thread; a miss asks the other tiers or allocates.
                if ({IsMissOfOneLength})
                    node = PoolHolder.RentSlow();
                """);
            writer.WriteBlankLine();
            writer.Write($"return new {Self}({Cleared(SpanOfNode($"{model.Pool.MaxLength}"))}, node, node.Generation);");
        }

        writer.WriteBlankLine();
    }

    private string IsMissOfOneLength
        => $"!{Services}.ThreadStack.TryPop(t_stack, out {Services}.PooledNode? node)";

    private void EmitRentBody()
    {
        writer.Write(model.Pool.IsNative ? RentOfNative("length") : RentByClass);
        writer.WriteBlankLine();
        writer.Write($"return new {Self}({Cleared(SpanOfNode("length"))}, node, node.Generation);");
    }

    private string RentByClass
    {
        get
        {
            SizeClasses classes = model.Pool.SizeClasses;
            string borders = classes.Count == 1
                ? $"There is one size class, for lengths up to {MaxLength}."
                : $"Size class 0 is for lengths up to {Figure.Of(classes.MinLength)}, class {classes.Count - 1} for lengths up to {MaxLength}.";
            return $"""
                // {borders}
                // Any other length, 0 and negative ones included, takes the slow path.
                {SizeClassOfLength}

                // A hit takes the newest free buffer of this thread; a miss asks the other tiers or allocates.
                if ({IsMiss})
                    node = {Services}.PooledNode.RentSlow(PoolHolder.Pool, length);
                """;
        }
    }

    // Taking a buffer from the shared tier is a claim, which a thread's stack does not need. So the pool knows which pages nobody uses.
    private string RentOfNative(string length) => $"""
        // Threads keep no native buffers: a rental takes one from the tier that all threads share, or memory from the operating system.
        {SlowRent(length)}
        """;

    private static string SlowRent(string length) => $"{Services}.PooledNode node = {Services}.PooledNode.RentSlow(PoolHolder.Pool, {length});";

    // The members that rent clear, and not the constructor, which is the same for all options: `dotnet watch` cannot restart a program after an edit that
    // changes an attribute of one part of a type and a constructor of another (docs/generated-code.md).
    private string Cleared(string span) => model.ClearsOnRent ? $"{Services}.PooledNode.Cleared({span})" : span;

    private string SpanOfNode(string length) => $"node.{(model.Pool.IsPlaced ? "UnsafeAsPlacedSpan" : "UnsafeAsSpan")}<{Element}>({length})";

    private string SizeClassOfLength
    {
        get
        {
            SizeClasses classes = model.Pool.SizeClasses;
            if (model.Pool.HasFinerClasses)
                return $"int sizeClass = {Services}.SizeClass.Finer(length, mask: {classes.Mask}, bits: {classes.Bits}) - {classes.Offset};";

            string offset = classes.Shift == 0 ? "" : $" - {classes.Shift}";
            return $"int sizeClass = {Services}.SizeClass.Log2(unchecked(length - 1) | {classes.Mask}){offset};";
        }
    }

    private string IsMiss
    {
        get
        {
            PoolModel pool = model.Pool;
            string tooLong = pool.SizeClasses.EndsAtAClass
                ? ""
                : string.Format(CultureInfo.InvariantCulture, "unchecked((uint)length > {0}) || ", pool.MaxLength);
            return $"{tooLong}!{Services}.ThreadStack.TryPop(t_stacks, sizeClass, out {Services}.PooledNode? node)";
        }
    }

    private void EmitStackFirstRent()
    {
        string onInitial = $"new {Self}({Cleared("initial.Slice(0, length)")}";
        writer.Write($$"""
            /// <summary>Uses <paramref name="initial"/> if it is long enough, and rents otherwise{{StackExample}}.</summary>
            /// <param name="length">The number of elements of the buffer: 0 or more.</param>
            /// <param name="initial">The caller's own memory, used from its start. It is not given to the pool.{{InitialRemark}}</param>
            /// <param name="scope">{{ScopeDocumentation}}</param>
            /// <returns>The buffer, with exactly <paramref name="length"/> elements.</returns>
            /// <exception cref="global::System.ArgumentOutOfRangeException">The length is negative{{(model.Pool.Oversize == OversizeMode.Throw ? $", or above {MaxLength} and longer than the given memory" : "")}}.</exception>
            {{Generated}}
            {{Inline}}
            public static {{Self}} Rent(int length, global::System.Span<{{Element}}> initial, in global::PooledGen.RentalScope scope = default)
            {{(!model.ClearsInitialOnDispose
                ? $"    => unchecked((uint)length <= (uint)initial.Length) ? {onInitial}) : Rent(length, in scope);"
                : $$"""
                {
                    if (unchecked((uint)length > (uint)initial.Length))
                        return Rent(length, in scope);

                    // The shortest rental represents the caller's memory: the first Dispose of all copies clears the memory, and later ones do not.
                    {{Self}} handle = Rent(1, in scope);
                    return {{onInitial}}, handle._node, handle._generation);
                }
                """)}}

            """);
    }

    private string InitialRemark => model.ClearsInitialOnDispose
        ? "\n/// Dispose clears the part that was used. A buffer of the smallest size class is rented along with it, so that a second Dispose leaves it alone."
        : "";

    // stackalloc does not support elements that hold references.
    private string StackExample
        => model.Element.IsUnmanaged ? $": <c>Rent(length, stackalloc {Xml(model.Element.PlainName)}[{Math.Min(64, model.Pool.MaxLength)}])</c>" : "";

    private void EmitConstructor() => writer.Write($$"""
        {{Inline}}
        private {{Name}}(global::System.Span<{{Element}}> span, {{Services}}.PooledNode? node = null, global::System.IntPtr generation = default)
        {
            _span = span;
            _node = node;
            _generation = generation;
        }

        """);

    private void EmitDispose()
    {
        writer.Write($"""
            /// <summary>Returns the buffer{ClearWords}. A second call, or one on a copy, is misuse: it shows in the pool's statistics and does nothing else.</summary>
            {Generated}
            {Inline}
            """);
        using (writer.Block("public void Dispose()"))
        {
            writer.Write($"""
                if (_node != null)
                    {ReturnCall};
                """);
        }

        writer.WriteBlankLine();
    }

    private string ClearWords => ByClearing(
        never: "", always: " and sets its elements to their default", ifReferences: " and, if its elements hold references, sets them to their default");

    private string ReturnCall => ByClearing(
        never: model.Pool.IsNative ? "_node.ReturnNative(PoolHolder.Pool, _generation)" : "_node.Return(_generation)",
        always: "_node.ReturnCleared(_generation, _span)",
        ifReferences: "_node.ReturnClearedIfReferences(_generation, _span)");

    private string ByClearing(string never, string always, string ifReferences)
        => !model.ClearsOnReturn ? never : model.ClearsOnReturnIfReferences ? ifReferences : always;

    private string Owner => $"global::PooledGen.PooledOwner<{Element}>";

    private const string CostOfAnOwner =
        "/// <remarks>A buffer takes 64 bytes beside its elements, so keep many small values in one buffer, not in an owner each.</remarks>";

    private void EmitRentOwner()
    {
        writer.Write($"""
            /// <summary>Rents a buffer that may be stored, cross an await and be disposed on another thread. It allocates nothing after warm-up.
            /// {ContentsOfARental}</summary>
            /// <param name="length">The number of elements: 0 to {MaxLength}{FromThePool}.</param>
            /// <returns>The owner. Length 0 gives an empty one.</returns>
            /// <exception cref="global::System.ArgumentOutOfRangeException">The length is negative{OrAboveMaxLength}.</exception>
            {CostOfAnOwner}
            {Generated}
            {Inline}
            """);
        using (writer.Block($"public static {Owner} RentOwner(int length)"))
        {
            writer.Write(model.Pool.IsNative ? SlowRent("length") : $"""
                {SizeClassOfLength}
                if ({IsMiss})
                    node = {Services}.PooledNode.RentSlow(PoolHolder.Pool, length);
                """);
            writer.WriteIf(model.ClearsOnRent, $"\n{SpanOfNode("length")}.Clear();");
            writer.WriteBlankLine();
            writer.Write($"return node.UnsafeAsOwner<{Element}>(length);");
        }

        writer.WriteBlankLine();
    }

    private void EmitRentOwnerOfOneLength()
    {
        writer.Write($"""
            /// <summary>Rents a buffer that may be stored, cross an await and be disposed on another thread. It allocates nothing after warm-up.
            /// {ContentsOfARental}</summary>
            /// <returns>The owner of {LengthOfAll}.</returns>
            {CostOfAnOwner}
            {Generated}
            {Inline}
            """);
        using (writer.Block($"public static {Owner} RentOwner()"))
        {
            writer.Write(model.Pool.IsNative ? SlowRent($"{model.Pool.MaxLength}") : $"""
                if ({IsMissOfOneLength})
                    node = PoolHolder.RentSlow();
                """);
            writer.WriteIf(model.ClearsOnRent, $"\n{SpanOfNode($"{model.Pool.MaxLength}")}.Clear();");
            writer.WriteBlankLine();
            writer.Write($"return node.UnsafeAsOwner<{Element}>({model.Pool.MaxLength});");
        }

        writer.WriteBlankLine();
    }

    private void EmitDetach() => writer.Write($$"""
        /// <summary>Hands the rental over to an owner, which may outlive the block. That ends this renter; disposing it does nothing.</summary>
        /// <remarks>A buffer that lies in the caller's own memory is copied into a rented one, and remains valid itself.</remarks>
        /// <returns>The owner of the same elements.</returns>
        /// <exception cref="global::System.ObjectDisposedException">The buffer was disposed or detached before.</exception>
        {{Generated}}
        public {{Owner}} Detach() => {{Services}}.PooledNode.Detach(PoolHolder.Pool, _node, _generation, Span);

        """);
}
