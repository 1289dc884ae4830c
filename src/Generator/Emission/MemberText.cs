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

    public static string Xml(string text) => text.Replace("&", "&amp;").Replace("<", "&lt;").Replace(">", "&gt;");
}
