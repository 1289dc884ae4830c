using Microsoft.CodeAnalysis;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>All checks of a declaration. Each group of rules has a file.</summary>
internal static class DefinitionChecks
{
    /// <summary>The errors of a declaration that the compiler accepts, in the order of their ids.</summary>
    public static IReadOnlyList<Diagnostic> ErrorsIn(BufferDeclaration declaration)
    {
        IEnumerable<Diagnostic> errors =
        [
            .. TypeChecks.ErrorsIn(declaration),
            .. MemberChecks.ErrorsIn(declaration),
            .. ElementChecks.ErrorsIn(declaration),
            .. OptionChecks.ErrorsIn(declaration),
            .. StorageChecks.ErrorsIn(declaration),
        ];
        return [.. errors.OrderBy(static error => error.Id, StringComparer.Ordinal)];
    }
}
