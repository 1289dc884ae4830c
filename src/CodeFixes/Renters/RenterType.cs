using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Generator;
using PooledGen.Generator.Analyzers;
using PooledGen.Generator.Analyzers.RawPools.Rewriting;
using PooledGen.Generator.Model;
using PooledGen.Generator.Parsing;

namespace PooledGen.CodeFixes.Renters;

/// <summary>The renter for a rewritten rental: one that the code can see already, or a new one.</summary>
internal sealed class RenterType
{
    /// <summary>What most buffers of unknown length stay below. Longer ones are allocated, so the value is safe, if seldom the best one.</summary>
    internal const int UsualMaxLength = 1024 * 1024;

    /// <summary>The same as people write it.</summary>
    internal const string UsualMaxLengthText = "1024 * 1024";

    private readonly NewRenter? _added;

    private RenterType(string name, NewRenter? added)
    {
        Name = name;
        _added = added;
    }

    /// <summary>As it is written where the rental is.</summary>
    public string Name { get; }

    public static RenterType For(RenterRewrite rewrite, SemanticModel model, CancellationToken cancellation)
    {
        int position = rewrite.Rent.Syntax.SpanStart;
        int? askedLength = model.GetConstantValue(rewrite.Rent.Length).Value as int?;
        BufferDeclaration? existing = model.LookupNamespacesAndTypes(position).Append(rewrite.Rent.Element).OfType<INamedTypeSymbol>()
            .WithCheckpoints(cancellation)
            .Where(static type => type is { Arity: 0, ContainingType: null or { IsGenericType: false } })
            .Select(type => BufferDeclaration.Find(type, model.Compilation))
            .Where(declaration => declaration is not null && Fits(declaration, rewrite, askedLength))
            .OrderByDescending(static declaration => declaration!.Options.MaxLength)
            .ThenBy(static declaration => declaration!.Type.Name, StringComparer.Ordinal)
            .FirstOrDefault();
        if (existing is not null)
        {
            string name = existing.Type.ToMinimalDisplayString(model, position);
            return new RenterType(existing.IsElementMode ? $"{name}.{WellKnownNames.NestedRenter}" : name, null);
        }

        int maxLength = Math.Max(UsualMaxLength, askedLength ?? 0);
        var added = NewRenter.Create(rewrite.Rent, rewrite.IsCleared, maxLength, model);
        return new RenterType(added.Name, added);
    }

    public IEnumerable<TextChange> Declaration(SourceText text) => _added is null ? [] : [_added.Declare(text)];

    private static bool Fits(BufferDeclaration declaration, RenterRewrite rewrite, int? askedLength)
    {
        OptionValues options = declaration.Options;
        bool isCleared = Clearing.OnReturn(options.Clear, !declaration.Element.IsUnmanagedType);
        return !declaration.HasErrors
            && SymbolEqualityComparer.Default.Equals(declaration.Element, rewrite.Rent.Element)
            && options is { Length: null, MaxLength: { } maxLength }
            && (askedLength ?? 0) <= maxLength
            && (options.Oversize == (int)OversizeMode.Allocate || (askedLength is not null && !rewrite.Grows))
            && (isCleared || !rewrite.IsCleared);
    }
}
