namespace PooledGen.Generator.Model;

/// <summary>A type that the emitted file declares a part of.</summary>
/// <param name="Keyword"><c>class</c>, <c>struct</c>, <c>interface</c>, <c>record</c> or <c>record struct</c>.</param>
/// <param name="Name">The name, escaped.</param>
/// <param name="TypeParameters">The type parameters with their brackets: <c>&lt;TKey, TValue&gt;</c>; empty for none.</param>
/// <param name="Arity">The number of type parameters.</param>
/// <param name="Modifiers">The modifiers that precede <c>partial</c>, with a space at the end; empty for a container.</param>
internal sealed record TypeModel(string Keyword, string Name, string TypeParameters = "", int Arity = 0, string Modifiers = "")
{
    public string NameWithTypeParameters => Name + TypeParameters;

    /// <summary>Whether one of the names consists of lower-case ASCII letters only, as keywords do. The compiler warns about it (CS8981).</summary>
    public bool HasNameLikeAKeyword
        => NameWithTypeParameters.Split('<', '>', ',', ' ').Any(static name => name.Length > 0 && name.All(static c => c is >= 'a' and <= 'z'));

    /// <summary>The form that <c>typeof</c> needs: <c>Cache&lt;,&gt;</c>.</summary>
    public string UnboundName => Arity == 0 ? Name : $"{Name}<{new string(',', Arity - 1)}>";
}
