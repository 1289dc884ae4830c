namespace PooledGen.PoolCheck.Tests;

/// <summary>Findings of an imagined library "Net" and its tests.</summary>
internal static class Sample
{
    public static Frame Pool { get; } = Framework("System.IO.Pipelines.Pipe", "System.IO.Pipelines.Pipe.Fill()");

    public static Frame Grow { get; } = Library("Net.PooledList", "Net.PooledList.Grow(Int32 size)", "src/Net/PooledList.cs", 31) with { IsDisposable = true };

    public static Frame Parse { get; } = Library("Net.Parser", "Net.Parser.Parse(String text)", "src/Net/Parser.cs", 14);

    public static Frame Test { get; } = new(
        "Net.Tests.ListTests", "Net.Tests.ListTests.Add_Twice_Grows()", "Net.Tests", CodeKind.Test, FileOf("tests/Net/ListTests.cs"), 8);

    public static Frame Runner { get; } = Framework("Xunit.Sdk.TestInvoker", "Xunit.Sdk.TestInvoker.InvokeTestMethodAsync()");

    public static Frame Library(string type, string method, string file, int line) => new(type, method, "Net", CodeKind.Library, FileOf(file), line);

    public static Frame Framework(string type, string method) => new(type, method, "System.Private.CoreLib", CodeKind.Framework, null, 0);

    public static string FileOf(string path) => Path.Combine(SourcePath.Root, path.Replace('/', Path.DirectorySeparatorChar));

    public static Finding NotReturned(params Frame[] frames) => new(
        ArrayPoolMisuseKind.NotReturned,
        "An array of 64 elements was rented and not returned.",
        "ArrayPool<Byte>.Shared",
        64,
        frames.Length == 0 ? null : new Call(7, frames),
        null,
        null);

    public static Finding ReturnedTwice(params Frame[] frames) => new(
        ArrayPoolMisuseKind.ReturnedTwice,
        "An array of 64 elements was returned already.",
        "ArrayPool<Byte>.Shared",
        64,
        new Call(7, [Parse, Test, Runner]),
        new Call(7, [Parse with { Line = 20 }, Test, Runner]),
        new Call(9, frames));

    public static CheckReport Report(params Finding[] findings) => Report(Baseline.Empty, findings);

    public static CheckReport Report(Baseline baseline, params Finding[] findings) => new([Process(findings)], [], baseline);

    public static ProcessReport Process(params Finding[] findings) => new(4711, "dotnet testhost.dll", CheckState.Checked, null, 1234, findings, []);
}
