using System.Reflection;
using System.Runtime.CompilerServices;

namespace PooledGen.Generator.Tests.Snapshots;

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
        Assert.Equal([], files.Where(file => !tests.Contains(file.Split('#')[0])));
    }

    private static string Here([CallerFilePath] string sourceFile = "") => Path.GetDirectoryName(sourceFile)!;
}
