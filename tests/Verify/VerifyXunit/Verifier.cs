using System.Runtime.CompilerServices;
using VerifyTests;

namespace VerifyXunit;

/// <summary>
/// Compares what a test gives with the verified files beside the test. On a difference it writes <c>.received.</c> files and throws; the message has the
/// lines that differ.
/// </summary>
public static class Verifier
{
    /// <summary>Verifies a text, or an object that has a converter.</summary>
    public static SettingsTask Verify(object? target, VerifySettings? settings = null, [CallerFilePath] string sourceFile = "")
        => Verify(VerifierSettings.Convert(target), settings, sourceFile);

    /// <summary>Verifies each target in a file of its own.</summary>
    public static SettingsTask Verify(IEnumerable<Target> targets, VerifySettings? settings = null, [CallerFilePath] string sourceFile = "")
        => new(settings, current => InnerVerifier.Verify(Path.GetDirectoryName(sourceFile)!, UseVerifyAttribute.Test, current, targets));
}
