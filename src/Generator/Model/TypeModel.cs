namespace PooledGen.Generator.Model;

/// <summary>A type that the emitted file declares a part of.</summary>
/// <param name="Keyword"><c>class</c>, <c>struct</c>, <c>interface</c>, <c>record</c> or <c>record struct</c>.</param>
/// <param name="Name">The name, escaped.</param>
/// <param name="TypeParameters">With their brackets: <c>&lt;TKey, TValue&gt;</c>; empty for none.</param>
/// <param name="Arity">How many there are.</param>
/// <param name="Modifiers">What this part must say before <c>partial</c>, with a space behind it; empty for a container.</param>
internal sealed record TypeModel(string Keyword, string Name, string TypeParameters = "", int Arity = 0, string Modifiers = "")
{
    public string NameWithTypeParameters => Name + TypeParameters;

    /// <summary>Whether one of the names has lower-case letters of ASCII only, such as keywords have: the compiler warns of it (CS8981).</summary>
    public bool HasNameLikeAKeyword
        => NameWithTypeParameters.Split('<', '>', ',', ' ').Any(static name => name.Length > 0 && name.All(static c => c is >= 'a' and <= 'z'));

    /// <summary>As <c>typeof</c> wants it: <c>Cache&lt;,&gt;</c>.</summary>
    public string UnboundName => Arity == 0 ? Name : $"{Name}<{new string(',', Arity - 1)}>";
}
