using Microsoft.CodeAnalysis;

namespace VerifyTests;

/// <summary>Verifies what a generator emits: a <see cref="GeneratorDriver"/> after its run gives a target for each file.</summary>
public static class VerifySourceGenerators
{
    /// <summary>Called once, by a module initializer.</summary>
    public static void Initialize() => VerifierSettings.RegisterFileConverter<GeneratorDriver>(
        static driver => driver.GetRunResult().Results.SelectMany(static result => result.GeneratedSources).Select(ToTarget));

    private static Target ToTarget(GeneratedSourceResult source)
        => new("cs", $"//HintName: {source.HintName}\n{source.SourceText}", Path.GetFileNameWithoutExtension(source.HintName));
}
