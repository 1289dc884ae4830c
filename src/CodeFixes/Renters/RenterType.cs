using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Analyzers.RawPools.Rewriting;
using PooledGen.Generator.Model;
using PooledGen.Generator.Parsing;

namespace PooledGen.CodeFixes.Renters;

/// <summary>The renter for a rewritten rental: one that the code can already access, or a new one.</summary>
internal sealed class RenterType
{
    /// <summary>The MaxLength for unknown lengths. Most buffers are shorter. Longer ones are allocated, so the value is safe, but seldom the best.</summary>
    internal const int UsualMaxLength = 1024 * 1024;

    /// <summary>The same value as a readable expression.</summary>
    internal const string UsualMaxLengthText = "1024 * 1024";

    private readonly NewRenter? _added;

    private RenterType(string name, NewRenter? added)
    {
        Name = name;
        _added = added;
    }

    /// <summary>The name at the place of the rental.</summary>
    public string Name { get; }

    /// <summary>Whether the fix declares it.</summary>
    public bool IsNew => _added is not null;

    public static async Task<RenterType> ForAsync(RenterRewrite rewrite, Document document, SemanticModel model, CancellationToken cancellation)
    {
        int position = rewrite.Rent.Syntax.SpanStart;
        int? askedLength = model.GetConstantValue(rewrite.Rent.Length).Value as int?;
        BufferDeclaration? existing = Best(model.LookupNamespacesAndTypes(position).Append(rewrite.Rent.Element).OfType<INamedTypeSymbol>())
            ?? Best(ProjectStructs.Of(model.Compilation, cancellation).Where(type => model.IsAccessible(position, type)));
        if (existing is not null)
        {
            string name = existing.Type.ToMinimalDisplayString(model, position);
            return new RenterType(existing.IsElementMode ? $"{name}.{WellKnownNames.NestedRenter}" : name, null);
        }

        if (!RenterElement.CanBeNamed(rewrite.Rent.Element))
        {
            // SharedBuffer needs no declaration, so it is used for a type parameter, a tuple, or a type that only the surrounding code can name.
            return new RenterType(RenterElement.TypeOf(WellKnownNames.SharedBuffer, rewrite.Rent.Element, model, position), null);
        }

        int maxLength = await RequestedLengths.LargestAsync(rewrite, model, document.Project, cancellation).ConfigureAwait(false) ?? UsualMaxLength;
        var added = NewRenter.Create(rewrite.Rent, rewrite.IsCleared, Math.Max(maxLength, askedLength ?? 0), model);
        return new RenterType(added.Name, added);

        BufferDeclaration? Best(IEnumerable<INamedTypeSymbol> types) => types
            .WithCheckpoints(cancellation)
            .Where(static type => type is { Arity: 0, ContainingType: null or { IsGenericType: false } })
            .Select(type => BufferDeclaration.Find(type, model.Compilation))
            .Where(declaration => declaration is not null && Fits(declaration, rewrite, askedLength))
            .OrderByDescending(static declaration => declaration!.Options.MaxLength)
            .ThenBy(static declaration => declaration!.Type.Name, StringComparer.Ordinal)
            .FirstOrDefault();
    }

    public IEnumerable<TextChange> Declaration(SourceText text) => _added is null ? [] : [_added.Declare(text)];

    private static bool Fits(BufferDeclaration declaration, RenterRewrite rewrite, int? askedLength)
    {
        OptionValues options = declaration.Options;
        return !declaration.HasErrors
            && SymbolEqualityComparer.Default.Equals(declaration.Element, rewrite.Rent.Element)
            && options is { Length: null, MaxLength: { } maxLength, Storage: (int)StorageMode.Array }
            && (askedLength ?? 0) <= maxLength
            && (options.Oversize == (int)OversizeMode.Allocate || (askedLength is not null && rewrite.Replacement != Replacement.Writer))
            && FitsClearing(options.Clear, declaration.Element.IsUnmanagedType, rewrite.IsCleared);
    }

    // To clear elements that the code does not clear takes longer than the rental. References are cleared by every renter that is not told otherwise.
    private static bool FitsClearing(int policy, bool isUnmanaged, bool isCleared)
    {
        bool clears = Clearing.OnReturn(policy, !isUnmanaged);
        return isUnmanaged ? clears == isCleared && !Clearing.OnRent(policy) : clears || !isCleared;
    }
}
