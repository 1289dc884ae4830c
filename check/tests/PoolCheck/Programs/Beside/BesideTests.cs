using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using Xunit;

namespace Zoo;

/// <summary>What tests expect of the folder that they run from.</summary>
public class BesideTests
{
    private static readonly Assembly s_assembly = typeof(BesideTests).Assembly;
    private static readonly string s_folder = Path.GetDirectoryName(s_assembly.Location)!;

    [Fact]
    public void File_BesideTheAssembly_IsRead() => Assert.Equal("data\n", File.ReadAllText(Path.Combine(s_folder, "data.txt")));

    [Fact]
    public void File_BesideTheBaseDirectory_IsRead() => Assert.Equal("data\n", File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "data.txt")));

    [Fact]
    public void File_OfTheProject_IsFoundUpwards()
    {
        foreach (string folder in new[] { s_folder, AppContext.BaseDirectory })
            Assert.True(File.Exists(Path.Combine(folder, "..", "..", "..", "Zoo.Beside.csproj")), folder);
    }

    [Fact]
    public void Satellite_OfACulture_IsLoaded()
    {
        using Stream greetings = s_assembly.GetSatelliteAssembly(CultureInfo.GetCultureInfo("de")).GetManifestResourceStream("Greetings")!;

        Assert.Equal("hallo\n", new StreamReader(greetings).ReadToEnd());
    }

    [Fact]
    public void Assemblies_BesideTheAssembly_AreAllThere()
    {
        string[] names = ["Zoo.Beside.dll", "Zoo.Library.dll", "xunit.assert.dll", "testhost.dll"];

        Assert.All(names, static name => Assert.True(File.Exists(Path.Combine(s_folder, name)), name));
    }

    [Fact]
    public void Assembly_ThatIsLoadedByPath_IsTheReferencedOne()
        => Assert.Same(typeof(Decoder).Assembly, Assembly.LoadFrom(Path.Combine(AppContext.BaseDirectory, "Zoo.Library.dll")));

    [Fact]
    public void File_ThatIsWrittenBeside_CanBeReadAgain()
    {
        foreach ((string folder, string name) in new[] { (s_folder, "beside-assembly"), (AppContext.BaseDirectory, "beside-base") })
        {
            string file = Path.Combine(folder, $"written-{name}.txt");
            File.WriteAllText(file, Process.GetCurrentProcess().Id.ToString(CultureInfo.InvariantCulture));
            Assert.True(File.Exists(file));
        }
    }
}
