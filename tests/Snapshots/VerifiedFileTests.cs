using System.Reflection;
using System.Runtime.CompilerServices;

namespace PooledGen.Snapshots.Tests;

/// <summary>A verified file whose test is gone would be read by nobody.</summary>
public class VerifiedFileTests
{
    [Fact]
    public void VerifiedFiles_EachBelongToATest()
    {
        HashSet<string> tests =
        [
            .. typeof(VerifiedFileTests).Assembly.GetTypes()
                .SelectMany(type => type.GetMethods())
                .Where(method => method.GetCustomAttribute<FactAttribute>() is not null)
                .Select(method => $"{method.DeclaringType!.Name}.{method.Name}"),
        ];

        string[] files = [.. Directory.GetFiles(Here(), "*.verified.*", SearchOption.AllDirectories).Select(file => Path.GetFileName(file))];

        Assert.NotEmpty(files);
        Assert.Equal([], files.Where(file => !tests.Contains(TestOf(file))));
    }

    // Class.Method, then the arguments of a theory, the name of one of several files, the ending.
    private static string TestOf(string file) => file[..file.IndexOfAny(['_', '#', '.'], file.IndexOf('.', StringComparison.Ordinal) + 1)];

    private static string Here([CallerFilePath] string sourceFile = "") => Path.GetDirectoryName(sourceFile)!;
}
