using Microsoft.CodeAnalysis;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>All checks of a declaration. Each group of rules has a file.</summary>
internal static class DefinitionChecks
{
    /// <summary>The errors of a declaration that the compiler accepts, in the order of their ids.</summary>
    public static IReadOnlyList<Diagnostic> ErrorsIn(BufferDeclaration declaration)
    {
        IReadOnlyList<ColumnSymbol> columns = declaration.IsOfColumns ? ColumnSymbol.In(declaration) : [];
        IEnumerable<Diagnostic> errors =
        [
            .. TypeChecks.ErrorsIn(declaration),
            .. MemberChecks.ErrorsIn(declaration, columns),
            .. ElementChecks.ErrorsIn(declaration),
            .. LengthChecks.ErrorsIn(declaration),
            .. PolicyChecks.ErrorsIn(declaration),
            .. StorageChecks.ErrorsIn(declaration),
            .. ColumnChecks.ErrorsIn(declaration, columns),
        ];
        return [.. errors.OrderBy(static error => error.Id, StringComparer.Ordinal)];
    }
}
