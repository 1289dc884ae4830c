using System.Globalization;

namespace PooledGen.Runtime.Tests.Diagnostics.Processes;

/// <summary>The first rental of a process waits for the compiler: each method that it needs is compiled on its own. So does the first array of an adapter.
/// FirstRental in Target measures.</summary>
public class FirstRentalTests
{
    /// <summary>The limits are what was reached on Linux (docs/internals/design.md, section 4). A higher count needs a reason.</summary>
    [Theory]
    [Trait("System", "Linux")]
    [InlineData("1", 74, 100)]
    [InlineData("0", 36, 55)] // without tiers the compiler inlines at once
    public async Task FirstRental_OfAProcess_CompilesFewMethodsAndNeedsNoCulture(string tieredCompilation, int onTheThread, int inTheProcess)
    {
        string? line = await TargetProcess.Play("first rental", ("DOTNET_TieredCompilation", tieredCompilation));

        string[] figures = line!.Split(' ');
        Assert.InRange(int.Parse(figures[0], CultureInfo.InvariantCulture), 1, onTheThread);
        Assert.InRange(int.Parse(figures[1], CultureInfo.InvariantCulture), 1, inTheProcess);
        Assert.Equal("False", figures[2]);
    }

    [Theory]
    [Trait("System", "Linux")]
    [InlineData("1", 33)]
    [InlineData("0", 13)]
    public async Task FirstArray_OfAnAdapter_CompilesFewMethods(string tieredCompilation, int onTheThread)
    {
        string? methods = await TargetProcess.Play("first array", ("DOTNET_TieredCompilation", tieredCompilation));

        Assert.InRange(int.Parse(methods!, CultureInfo.InvariantCulture), 1, onTheThread);
    }
}
