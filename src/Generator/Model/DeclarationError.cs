using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.Generator.Model;

/// <summary>What the analyzer reports of a declaration, for a build in which it does not run. It compares by value, so it has no location.</summary>
/// <param name="Id">The id of the rule.</param>
/// <param name="Category">The category of the rule.</param>
/// <param name="Message">The message.</param>
/// <param name="HelpLink">The address of the rule's page.</param>
/// <param name="Path">The path of the source.</param>
/// <param name="Span">Where it is in the source.</param>
/// <param name="Lines">The same as lines and columns.</param>
internal sealed record DeclarationError(string Id, string Category, string Message, string HelpLink, string Path, TextSpan Span, LinePositionSpan Lines)
{
    /// <summary>Takes what the analyzer would report.</summary>
    public static DeclarationError From(Diagnostic error)
    {
        FileLinePositionSpan place = error.Location.GetLineSpan();
        return new(
            error.Id,
            error.Descriptor.Category,
            error.GetMessage(CultureInfo.InvariantCulture),
            error.Descriptor.HelpLinkUri,
            place.Path,
            error.Location.SourceSpan,
            place.Span);
    }

    /// <summary>The text of an <c>#error</c> line.</summary>
    public override string ToString() => $"{Id}: {Message}";

    public Diagnostic ToDiagnostic() => Diagnostic.Create(
        Id,
        Category,
        Message,
        DiagnosticSeverity.Error,
        DiagnosticSeverity.Error,
        isEnabledByDefault: true,
        warningLevel: 0,
        helpLink: HelpLink,
        location: Location.Create(Path, Span, Lines));
}
