using System.Reflection;
using System.Runtime.Loader;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Emit;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.CodeFixes;

/// <summary>Runs a project's <c>C.Run()</c> in memory.</summary>
internal sealed class RunningProgram(ConsumerFramework framework) : AssemblyLoadContext(isCollectible: true)
{
    public static async Task<string?> RunAsync(Project project, ConsumerFramework framework)
    {
        using var image = new MemoryStream();
        EmitResult result = (await project.GetCompilationAsync())!.Emit(image);
        Assert.True(result.Success, string.Join('\n', result.Diagnostics));

        image.Position = 0;
        Assembly program = new RunningProgram(framework).LoadFromStream(image);
        return (string?)program.GetType("C")!.GetMethod("Run")!.Invoke(null, null);
    }

    protected override Assembly? Load(AssemblyName assemblyName)
        => assemblyName.Name == "PooledGen" ? LoadFromAssemblyPath(framework.Runtime.FilePath!) : null;
}
