using System.Buffers;
using Microsoft.VisualStudio.TestPlatform.ObjectModel;
using Microsoft.VisualStudio.TestPlatform.ObjectModel.Adapter;
using Microsoft.VisualStudio.TestPlatform.ObjectModel.Logging;

namespace Zoo;

/// <summary>Tests, and the framework that runs them: one that the tool does not know.</summary>
[FileExtension(".dll")]
[DefaultExecutorUri(Address)]
[ExtensionUri(Address)]
public sealed class DecoderTests : ITestDiscoverer, ITestExecutor
{
    private const string Address = "executor://zoo";

    private static readonly Dictionary<string, Action> s_tests = new()
    {
        ["Library"] = Decoder.MakeEveryMistake,
        ["Test"] = static () => GC.KeepAlive(ArrayPool<char>.Shared.Rent(100)), // the test's own
    };

    public void DiscoverTests(IEnumerable<string> sources, IDiscoveryContext discoveryContext, IMessageLogger logger, ITestCaseDiscoverySink discoverySink)
    {
        foreach (TestCase test in Find(sources))
            discoverySink.SendTestCase(test);
    }

    public void RunTests(IEnumerable<string>? sources, IRunContext? runContext, IFrameworkHandle? frameworkHandle)
        => RunTests(Find(sources!), runContext, frameworkHandle);

    public void RunTests(IEnumerable<TestCase>? tests, IRunContext? runContext, IFrameworkHandle? frameworkHandle)
    {
        foreach (TestCase test in tests!)
        {
            s_tests[test.DisplayName]();
            frameworkHandle!.RecordResult(new TestResult(test) { Outcome = TestOutcome.Passed });
        }
    }

    public void Cancel()
    {
    }

    private static IEnumerable<TestCase> Find(IEnumerable<string> sources)
        => from source in sources from name in s_tests.Keys select new TestCase(name, new Uri(Address), source) { DisplayName = name };
}
