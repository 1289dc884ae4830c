using System.Globalization;
using PooledGen.Generator.Model;

namespace PooledGen.Generator.Emission;

/// <summary>Text that several members of a renter share.</summary>
internal static class MemberText
{
    public const string Services = "global::PooledGen.CompilerServices";

    public const string Inline
        = "[global::System.Runtime.CompilerServices.MethodImpl(global::System.Runtime.CompilerServices.MethodImplOptions.AggressiveInlining)]";

    public static string Generated { get; }
        = $"[global::System.CodeDom.Compiler.GeneratedCode(\"PooledGen\", \"{typeof(MemberText).Assembly.GetName().Version}\"), "
        + "global::System.Diagnostics.DebuggerNonUserCode]";

    /// <summary>The documentation of the parameter that confines a rental to its block.</summary>
    public static string ScopeOf(ConsumerModel consumer) => consumer.ScopeIsEnforced
        ? "Leave it out: it confines the buffer and its spans to the calling block, checked by the compiler."
        : "Leave it out. In this language version the compiler does not check that spans stay in the calling block.";

    /// <summary>What the elements of a new rental are.</summary>
    public static string ContentsOf(BufferModel model) => model.ClearsOnRent
        ? "Every element starts at its default."
        : "The elements are not initialized: they may be those of an earlier rental, so write before you read.";

    /// <summary>The end of a sentence about lengths that are refused.</summary>
    public static string OrAbove(PoolModel pool) => pool.Oversize == OversizeMode.Throw ? $" or above {Figure.Of(pool.MaxLength)}" : "";

    public static string Xml(string text) => text.Replace("&", "&amp;").Replace("<", "&lt;").Replace(">", "&gt;");
}

/// <summary>Formats numbers in emitted comments and documentation, the same way in every culture.</summary>
internal static class Figure
{
    public static string Of(long number) => number.ToString("N0", CultureInfo.InvariantCulture);
}
