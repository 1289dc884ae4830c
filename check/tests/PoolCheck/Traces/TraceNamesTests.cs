namespace PooledGen.PoolCheck.Tests;

/// <summary>Names in traces, and those that a stack shows.</summary>
public class TraceNamesTests
{
    [Theory]
    [InlineData("Net.Decoder.Read(class System.IO.Stream,int32)", "Net.Decoder", "Net.Decoder.Read")]
    [InlineData("Net.Decoder+Inner.Read()", "Net.Decoder", "Net.Decoder.Inner.Read")]
    [InlineData("Net.Decoder+<ReadAsync>d__3.MoveNext()", "Net.Decoder", "Net.Decoder.ReadAsync")]
    [InlineData("Net.Decoder+<ReadAsync>d__3`1[System.__Canon].MoveNext()", "Net.Decoder", "Net.Decoder.ReadAsync")]
    [InlineData("Net.Decoder+<>c.<Read>b__0_0(int32)", "Net.Decoder", "Net.Decoder.Read.lambda")]
    [InlineData("Net.Decoder..ctor()", "Net.Decoder", "Net.Decoder..ctor")]
    [InlineData("Net.List`1[System.__Canon].Add(!0)", "Net.List`1", "Net.List`1.Add")]
    [InlineData("Net.Map`2[System.Int32,Net.List`1[System.Byte]].Add(!0)", "Net.Map`2", "Net.Map`2.Add")]
    [InlineData("Program+<<Main>$>d__0.MoveNext()", "Program", "Program.Main")]
    [InlineData("Decoder.Read[System.Int32]()", "Decoder", "Decoder.Read")]
    public void Split_ANameOfATrace_IsThatOfAStack(string fullName, string type, string method) => Assert.Equal((type, method), TraceNames.Split(fullName));

    [Theory]
    [InlineData("/usr/share/dotnet/shared/Microsoft.NETCore.App/10.0.0/System.Linq.dll", "System.Linq", true)]
    [InlineData(@"C:\Program Files\dotnet\shared\Microsoft.AspNetCore.App\10.0.0\Kestrel.dll", "Kestrel", true)]
    [InlineData("/app/xunit.core.dll", "xunit.core", true)]
    [InlineData("/app/NUnit3.TestAdapter.dll", "NUnit3.TestAdapter", true)]
    [InlineData("/app/nunit.engine.dll", "nunit.engine", true)]
    [InlineData("/app/TUnit.Engine.dll", "TUnit.Engine", true)]
    [InlineData("/app/XunitHelpers.dll", "XunitHelpers", false)]
    [InlineData("/app/NUnitProbes.dll", "NUnitProbes", false)]
    [InlineData("/app/System.Text.Json.dll", "System.Text.Json", true)]
    [InlineData("/app/Systematic.dll", "Systematic", false)]
    [InlineData("/app/Net.dll", "Net", false)]
    public void IsFramework_ByPathAndName_IsDecided(string path, string assembly, bool expected)
        => Assert.Equal(expected, TraceNames.IsFramework(path, assembly));
}
