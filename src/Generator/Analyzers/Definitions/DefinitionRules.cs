using Microsoft.CodeAnalysis;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>The definition rules, in the order of their ids.</summary>
internal static class DefinitionRules
{
    public static IReadOnlyList<DefinitionAnalyzer> All { get; } =
    [
        new TypeIsNotPartialAnalyzer(),
        new ContainingTypeIsNotPartialAnalyzer(),
        new MaxLengthIsMissingAnalyzer(),
        new MaxLengthIsOutOfRangeAnalyzer(),
        new MinLengthIsInvalidAnalyzer(),
        new ThreadDepthIsOutOfRangeAnalyzer(),
        new ElementCannotBePooledAnalyzer(),
        new ModesAreMixedAnalyzer(),
        new TypeIsNotAStructAnalyzer(),
        new MemberNameIsTakenAnalyzer(),
        new RenterHasStateAnalyzer(),
        new LanguageVersionIsTooOldAnalyzer(),
        new TypeIsFileLocalAnalyzer(),
        new ElementIsLessAccessibleAnalyzer(),
        new PolicyIsUndefinedAnalyzer(),
        new MaxRetainedBytesIsNegativeAnalyzer(),
        new RenterImplementsInterfaceAnalyzer(),
        new TypeParameterIsUnknownAnalyzer(),
        new ElementIsATypeParameterAnalyzer(),
        new LengthHasSizeClassesAnalyzer(),
        new LengthIsOutOfRangeAnalyzer(),
        new ClassesPerDoublingIsInvalidAnalyzer(),
        new StorageIsUndefinedAnalyzer(),
        new StoredElementHoldsReferencesAnalyzer(),
        new AlignmentIsInvalidAnalyzer(),
        new AlignmentLacksPinnedStorageAnalyzer(),
        new StorageIsNotSupportedAnalyzer(),
        new NativeBufferIsTooLargeAnalyzer(),
        new MemoryPressureLacksNativeStorageAnalyzer(),
        new ColumnsAreMissingAnalyzer(),
        new ColumnHoldsReferencesAnalyzer(),
        new ColumnIsMalformedAnalyzer(),
        new RowIsTooLargeAnalyzer(),
        new ColumnsAreNotSupportedAnalyzer(),
    ];

    /// <summary>Whether a broken rule lets the generator emit the members beside an error.</summary>
    public static bool MembersStandBesideAnErrorIn(BufferDeclaration declaration) => All.Any(rule => rule.KeepsTheMembers && rule.Check(declaration).Any());

    /// <summary>The broken rules, each with its first diagnostic. Their analyzers report them.</summary>
    public static IReadOnlyList<(DefinitionAnalyzer Rule, Diagnostic Diagnostic)> ObjectionsTo(BufferDeclaration declaration)
        => [.. from rule in All
               let diagnostic = rule.Check(declaration).FirstOrDefault()
               where diagnostic is not null
               select (rule, diagnostic)];
}
