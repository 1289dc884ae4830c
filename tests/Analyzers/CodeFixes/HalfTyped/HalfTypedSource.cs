using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace PooledGen.Analyzers.Tests.CodeFixes.HalfTyped;

/// <summary>A source about pools, as it is while somebody types it: cut behind each token, and with each token left out.</summary>
internal sealed record HalfTypedSource(string Name, string Text)
{
    public static IReadOnlyList<HalfTypedSource> All { get; } =
    [
        .. Directory.GetFiles(Path.Combine(AppContext.BaseDirectory, "CodeFixes", "HalfTyped", "Sources"), "*.cs")
            .Order(StringComparer.Ordinal)
            .Select(file => new HalfTypedSource(Path.GetFileNameWithoutExtension(file), File.ReadAllText(file))),
    ];

    /// <summary>Every state of the source, the whole one included.</summary>
    public IEnumerable<HalfTypedSource> States()
    {
        yield return this;
        foreach (SyntaxToken token in SyntaxFactory.ParseTokens(Text).Where(token => !token.IsKind(SyntaxKind.EndOfFileToken)))
        {
            yield return new HalfTypedSource($"{Name}, cut at {token.Span.End}", Text[..token.Span.End]);
            yield return new HalfTypedSource($"{Name}, without '{token}' at {token.SpanStart}", Text.Remove(token.SpanStart, token.Span.Length));
        }
    }

    public override string ToString() => Name;
}
