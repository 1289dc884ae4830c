using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.Generator.Model;

/// <summary>An error of a declaration in a build whose other errors keep analyzers from running. It compares by value, so it has no location.</summary>
/// <param name="Id">The id of the rule.</param>
/// <param name="Category">The category of the rule.</param>
/// <param name="Message">The message.</param>
/// <param name="HelpLink">The address of the rule's page.</param>
/// <param name="Path">The path of the source.</param>
/// <param name="Span">Where it is in the source.</param>
/// <param name="Lines">The same as lines and columns.</param>
internal sealed record HiddenError(string Id, string Category, string Message, string HelpLink, string Path, TextSpan Span, LinePositionSpan Lines)
{
    /// <summary>Takes what the analyzer would report.</summary>
    public static HiddenError From(Diagnostic error)
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
