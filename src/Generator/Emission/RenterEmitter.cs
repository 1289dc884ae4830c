using PooledGen.Generator.Model;
using static PooledGen.Generator.Emission.MemberText;

namespace PooledGen.Generator.Emission;

/// <summary>Writes the renter, with one method for each group of members, in the order of the emitted file: rent, return, then the other members.</summary>
internal sealed partial class RenterEmitter(IndentedWriter writer, BufferModel model)
{
    private string Name => model.Renter.Name;

    private string Self => model.Renter.NameWithTypeParameters;

    private string Element => model.Element.Name;

    private string MaxLength => Figure.Of(model.Pool.MaxLength);

    public void Emit()
    {
        EmitTypeDocumentation();
        EmitTypeAttributes();
        string interfaces = model.Consumer.RefStructsCanImplementInterfaces ? " : global::System.IDisposable" : "";
        using (writer.Block($"{model.Renter.Modifiers}partial struct {Self}{interfaces}"))
        {
            new PoolEmitter(writer, model).Emit();
            if (model.Pool.IsOfOneLength)
            {
                EmitRentOfOneLength();
            }
            else
            {
                EmitRent();
                EmitStackFirstRent();
            }

            EmitConstructor();
            EmitDispose();
            EmitSpan();
            EmitSizes();
            EmitElements();
            EmitArray();
            EmitAddress();
            EmitPinAndEnumerator();
            EmitConversions();
            if (model.Pool.IsOfOneLength)
                EmitRentOwnerOfOneLength();
            else
                EmitRentOwner();

            EmitDetach();
            EmitWriters();
            EmitDebugView();
        }
    }

    private void EmitTypeDocumentation() => writer.Write($"""
        /// <summary>
        /// {TypeSentence}
        /// </summary>
        /// <remarks>
        /// {LengthSentence}{StorageSentence}
        /// {ClearSentence}
        /// Dispose once, in the block that rented; a second Dispose, or one of a copy, does nothing but count as misuse.
        /// </remarks>
        """);

    private string TypeSentence => model.Pool.IsOfOneLength
        ? $"""
            A rented buffer of <c>{Xml(model.Element.PlainName)}</c> with {LengthOfAll}:
            /// <c>using var buffer = {Xml(model.TypeName)}.Rent();</c>
            """
        : $"""
            A rented buffer of <c>{Xml(model.Element.PlainName)}</c> with exactly the length that was asked for:
            /// <c>using var buffer = {Xml(model.TypeName)}.Rent(length);</c>
            """;

    private string LengthSentence => model.Pool.IsOfOneLength
        ? $"""
            All buffers of <see cref="Pool"/> have the same length. A writer or an owner that grows beyond it
            /// {OversizeSentence}.
            """
        : $"""
            Lengths up to {MaxLength} come from <see cref="Pool"/>, in {SizeClassCount};
            /// a longer one {OversizeSentence}.
            """;

    // The length of every buffer of a pool of one length.
    private string LengthOfAll => model.Pool.MaxLength == 1 ? "1 element" : $"{MaxLength} elements";

    private string SizeClassCount => model.Pool.SizeClasses.Count == 1 ? "one size class" : $"{model.Pool.SizeClasses.Count} size classes";

    // The end of a sentence about lengths that are refused.
    private string OrAboveMaxLength => model.Pool.Oversize == OversizeMode.Throw ? $" or above {MaxLength}" : "";

    private string ScopeDocumentation => model.Consumer.ScopeIsEnforced
        ? "Leave it out: it confines the buffer and its spans to the calling block, checked by the compiler."
        : "Leave it out. In this language version the compiler does not check that spans stay in the calling block.";

    private string ContentsOfARental => model.ClearsOnRent
        ? "Every element starts at its default."
        : "The elements are not initialized: they may be those of an earlier rental, so write before you read.";

    private string FromThePool => model.Pool.Oversize == OversizeMode.Throw ? "" : " from the pool; a longer buffer is not pooled";

    private string OversizeSentence => model.Pool switch
    {
        { Oversize: OversizeMode.Throw } => "is refused with an <see cref=\"global::System.ArgumentOutOfRangeException\"/>",
        { IsNative: true } => "gets memory of its own that is not pooled",
        _ => "gets an array of its own that is not pooled",
    };

    private string StorageSentence => model.Pool switch
    {
        { IsNative: true }
            => "\n/// The elements lie in native memory: there is no array, and <see cref=\"DangerousGetAddress\"/> is stable until Dispose.",
        { Storage: StorageMode.Pinned, Alignment: > 0 }
            => "\n/// The elements lie in pinned arrays, from an address on that is a multiple of "
                + $"{Figure.Of(model.Pool.Alignment)}: <see cref=\"DangerousGetAddress\"/> is stable until Dispose.",
        { Storage: StorageMode.Pinned }
            => "\n/// The elements lie in pinned arrays, which the garbage collector never moves: "
                + "<see cref=\"DangerousGetAddress\"/> is stable until Dispose.",
        _ => "",
    };

    private string ClearSentence => (model.ClearsOnRent, model.ClearsOnReturn) switch
    {
        (true, true) when model.ClearsOnReturnIfReferences
            => "A buffer starts with every element at its default; on Dispose those that hold references are set to it again.",
        (false, true) when model.ClearsOnReturnIfReferences
            => "Elements that hold references are set to their default on Dispose; what a buffer starts with is not defined.",
        (true, true) => "A buffer starts with every element at its default; on Dispose they are set to it again.",
        (true, false) => "A buffer starts with every element at its default.",
        (false, true) => "The elements are set to their default on Dispose; what a buffer starts with is not defined.",
        (false, false) => "A buffer starts with arbitrary earlier contents, and nothing is cleared.",
    };

    private void EmitTypeAttributes()
    {
        writer.Write($"[{Services}.NonCopyable]");
        writer.WriteIf(model.Consumer.HasMustDisposeResource, "[global::JetBrains.Annotations.MustDisposeResource]");
        writer.Write($"[global::System.Diagnostics.DebuggerDisplay(\"{model.PlainTypeName}[{{Length}}]\")]");
        writer.Write($"[global::System.Diagnostics.DebuggerTypeProxy(typeof({UnboundSelf}.DebugView))]");
    }

    private string UnboundSelf
    {
        get
        {
            string space = model.Namespace.Length > 0 ? model.Namespace + "." : "";
            string containers = string.Concat(model.Containers.Select(static container => container.UnboundName + "."));
            return $"global::{space}{containers}{model.Renter.UnboundName}";
        }
    }
}
