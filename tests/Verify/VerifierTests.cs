using VerifyTests;
using VerifyXunit;
using Xunit;

namespace PooledGen.Verify;

/// <summary>What the snapshots rely on. Each test has a folder of its own, in which the file of the test would lie.</summary>
public sealed class VerifierTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    private string SourceFile => Path.Combine(_folder, "VerifierTests.cs");

    private IEnumerable<string> Files => Directory.GetFiles(_folder).Select(static file => Path.GetFileName(file)).Order(StringComparer.Ordinal);

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task Verify_TheVerifiedText_Passes()
    {
        Write("VerifierTests.Verify_TheVerifiedText_Passes.verified.txt", "one\r\ntwo");

        await Verifier.Verify("one\ntwo", sourceFile: SourceFile).ToTask();

        Assert.Single(Files);
    }

    [Fact]
    public async Task Verify_AnotherText_FailsWithTheLines()
    {
        Write("VerifierTests.Verify_AnotherText_FailsWithTheLines.verified.txt", "same\nold");

        Exception failure = await FailureOf(Verifier.Verify("same\nnew", sourceFile: SourceFile));

        Assert.Contains("  same\n- old\n+ new\n", failure.Message, StringComparison.Ordinal);
        Assert.Equal("same\nnew", Read("VerifierTests.Verify_AnotherText_FailsWithTheLines.received.txt"));
        Assert.Equal("same\nold", Read("VerifierTests.Verify_AnotherText_FailsWithTheLines.verified.txt"));
    }

    [Fact]
    public async Task Verify_WithoutAVerifiedFile_Fails()
    {
        await FailureOf(Verifier.Verify("text", sourceFile: SourceFile));

        Assert.Equal(["VerifierTests.Verify_WithoutAVerifiedFile_Fails.received.txt"], Files);
    }

    [Fact]
    public async Task Verify_FewerTargetsThanVerifiedFiles_Fails()
    {
        Write("VerifierTests.Verify_FewerTargetsThanVerifiedFiles_Fails#one.verified.txt", "1");
        Write("VerifierTests.Verify_FewerTargetsThanVerifiedFiles_Fails#two.verified.cs", "2");

        Exception failure = await FailureOf(Verifier.Verify([new Target("txt", "1", "one")], sourceFile: SourceFile));

        Assert.Contains("#two.verified.cs", failure.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("#one.verified.txt", failure.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("a", 1)]
    public async Task Verify_WithParameters_NamesThemInTheFile(string name, int number)
    {
        Write("VerifierTests.Verify_WithParameters_NamesThemInTheFile_name=a_number=1.verified.txt", "text");

        await Verifier.Verify("text", sourceFile: SourceFile).UseParameters(name, number).ToTask();

        Assert.Single(Files);
    }

    [Fact]
    public async Task AutoVerify_AnotherText_WritesTheVerifiedFile()
    {
        Write("VerifierTests.AutoVerify_AnotherText_WritesTheVerifiedFile.verified.txt", "old");
        Write("VerifierTests.AutoVerify_AnotherText_WritesTheVerifiedFile#gone.verified.txt", "old");

        await Verifier.Verify("new", sourceFile: SourceFile).AutoVerify().ToTask();

        Assert.Equal(["VerifierTests.AutoVerify_AnotherText_WritesTheVerifiedFile.verified.txt"], Files);
        Assert.Equal("new", Read("VerifierTests.AutoVerify_AnotherText_WritesTheVerifiedFile.verified.txt"));
    }

    private static Task<Exception> FailureOf(SettingsTask verification) => Assert.ThrowsAnyAsync<Exception>(verification.ToTask);

    private void Write(string file, string text) => File.WriteAllText(Path.Combine(_folder, file), text);

    private string Read(string file) => File.ReadAllText(Path.Combine(_folder, file));
}
