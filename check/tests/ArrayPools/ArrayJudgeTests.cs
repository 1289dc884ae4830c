using System.Reflection;
using System.Reflection.Emit;
using System.Text.Json;

namespace PooledGen.ArrayPools.Tests;

/// <summary>Which assemblies are judged, by those of .NET and xunit that a test process has.</summary>
public class ArrayJudgeTests
{
    [Fact]
    public void IsJudged_WithoutAList_ExceptsDotNetAndTheTestFramework()
    {
        var judge = new ArrayJudge([]);

        // The assemblies of the adapter, which is not signed, among them.
        Assembly[] xunit =
        [
            .. AppDomain.CurrentDomain.GetAssemblies()
                .Where(static assembly => assembly.GetName().Name!.StartsWith("xunit", StringComparison.Ordinal)),
        ];

        Assert.Contains(xunit, static assembly => assembly.GetName().GetPublicKeyToken()!.Length == 0);
        Assert.All(xunit, assembly => Assert.False(judge.IsJudged(assembly)));
        Assert.False(judge.IsJudged(typeof(JsonDocument).Assembly));
        Assert.True(judge.IsJudged(typeof(ArrayJudgeTests).Assembly));
    }

    [Theory]
    [InlineData("TUnit.Engine", false)]
    [InlineData("TUnitary", true)]
    public void IsJudged_OfAnotherTestFramework_IsDecidedByTheName(string name, bool expected)
    {
        Assembly assembly = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName(name), AssemblyBuilderAccess.RunAndCollect);

        Assert.Equal(expected, new ArrayJudge([]).IsJudged(assembly));
    }
}
