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
    ];

    /// <summary>Whether a rule objects: then its analyzer says so, and the generator emits nothing.</summary>
    public static bool AnyBrokenBy(BufferDeclaration declaration) => All.Any(rule => rule.Check(declaration).Any());
}
