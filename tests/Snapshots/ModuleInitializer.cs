using System.Runtime.CompilerServices;

namespace PooledGen.Snapshots.Tests;

/// <summary>Sets up Verify before the first test.</summary>
internal static class ModuleInitializer
{
    [ModuleInitializer]
    internal static void Initialize()
    {
        VerifySourceGenerators.Initialize();
        if (Environment.GetEnvironmentVariable("VERIFY_AUTOVERIFY") == "1")
            VerifierSettings.AutoVerify();
    }
}
