using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// An entry of the option <c>pooledgen_pools</c>, which lists the pools of a project:
/// <c>Net.CryptoPool.Rent:Return | Roslyn.ObjectPool&lt;T&gt;.Allocate:Free</c>. The separator is a bar, because a semicolon begins a comment in an
/// .editorconfig.
/// </summary>
/// <param name="Text">The entry as it was written.</param>
internal sealed record PoolOption(string Text)
{
    private const string Key = "pooledgen_pools";

    private static readonly Regex s_form = new(
        @"^(?<type>\w+(<[\w,\s]*>)?(\.\w+(<[\w,\s]*>)?)*)\.(?<rent>\w+)\s*:\s*(?<return>\w+)$", RegexOptions.ExplicitCapture);

    private static readonly Regex s_typeParameters = new("<[^>]*>");

    /// <summary>
    /// The entries for a compilation. A .globalconfig has them for all files, an .editorconfig for some; a pool is a pool in all of them, because the rules
    /// follow rentals from file to file.
    /// </summary>
    public static IEnumerable<PoolOption> EntriesFor(Compilation compilation, AnalyzerConfigOptionsProvider options) => compilation.SyntaxTrees
        .Select(options.GetOptions)
        .Prepend(options.GlobalOptions)
        .Select(static options => options.TryGetValue(Key, out string? value) ? value : "")
        .Distinct()
        .SelectMany(static value => value.Split('|'))
        .Select(static entry => entry.Trim())
        .Where(static entry => entry.Length > 0)
        .Distinct()
        .Select(static entry => new PoolOption(entry));

    /// <summary>The pool that the entry names, or what is wrong with it.</summary>
    public (Pool? Pool, string? Problem) Resolve(Compilation compilation)
    {
        if (s_form.Match(Text) is not { Success: true } match)
            return (null, "which does not have the form Namespace.Type.Rent:Return");

        string name = match.Groups["type"].Value;
        INamedTypeSymbol[] types = [.. TypesOf(name, compilation)];
        if (types.Length == 0)
            return (null, $"but the compilation has no type '{name}'");

        string rent = match.Groups["rent"].Value;
        if (!MethodsOf(rent).Any(static method => method.ReturnType is { IsValueType: false, SpecialType: not SpecialType.System_Void }))
            return (null, $"but '{name}' has no method '{rent}' that gives an object");

        string returning = match.Groups["return"].Value;
        return MethodsOf(returning).Any()
            ? (new Pool(types, rent, returning, IsListed: true), null)
            : (null, $"but '{name}' has no method '{returning}'");

        IEnumerable<IMethodSymbol> MethodsOf(string method) => types.SelectMany(type => Pool.MethodsOf(type, method));
    }

    // The entry does not say where the namespace ends and the outer type begins.
    private static IEnumerable<INamedTypeSymbol> TypesOf(string name, Compilation compilation)
    {
        string metadataName = s_typeParameters.Replace(name, static list => $"`{list.Value.Count(static letter => letter == ',') + 1}");
        while (true)
        {
            IReadOnlyList<INamedTypeSymbol> types = compilation.GetTypesByMetadataName(metadataName);
            int dot = metadataName.LastIndexOf('.');
            if (types.Count > 0 || dot < 0)
                return types;

            metadataName = $"{metadataName.Substring(0, dot)}+{metadataName.Substring(dot + 1)}";
        }
    }
}
