using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using PooledGen.PoolCheck.Guard;

namespace PooledGen.PoolCheck.Exact.Tests;

/// <summary>Public libraries, woven: the compiler of the runtime accepts every body.</summary>
public sealed class LibraryTests
{
    [Theory]
    [InlineData("Newtonsoft.Json")]
    [InlineData("CommunityToolkit.HighPerformance")]
    public void Weave_OfALibrary_MakesBodiesThatTheRuntimeAccepts(string name) => Prepare(name + ".dll");

    [Theory]
    [Trait("Category", "Long")]
    [InlineData("DotNext")]
    [InlineData("FSharp.Core")]
    [InlineData("FsCheck")]
    [InlineData("Google.Protobuf")]
    [InlineData("Markdig")]
    [InlineData("Microsoft.CodeAnalysis")]
    [InlineData("Microsoft.IO.RecyclableMemoryStream")]
    [InlineData("Mono.Cecil")]
    [InlineData("OpenTelemetry")]
    [InlineData("PooledGen")]
    [InlineData("System.CommandLine")]
    [InlineData("xunit.assert")]
    public void Weave_OfAnotherLibrary_MakesBodiesThatTheRuntimeAccepts(string name) => Prepare(name + ".dll");

    [Fact]
    [Trait("Category", "Long")]
    public void Weave_OfALibraryInVisualBasic_MakesBodiesThatTheRuntimeAccepts()
    {
        string sdk = Directory.GetDirectories(Path.Combine(Path.GetDirectoryName(typeof(object).Assembly.Location)!, "../../../sdk"))[0];
        Prepare(Path.Combine(sdk, "Roslyn/bincore/Microsoft.CodeAnalysis.VisualBasic.dll"));
    }

    // The path is relative to the tests.
    private static void Prepare(string path)
    {
        string name = Path.GetFileName(path);
        string folder = Directory.CreateTempSubdirectory("poolcheck-library").FullName;
        var context = new LibraryContext(Path.GetDirectoryName(Path.Combine(AppContext.BaseDirectory, path))!);
        try
        {
            string woven = Path.Combine(folder, name);
            Assert.Null(AssemblyWeaver.Weave(AssemblyFile.Read(Path.Combine(AppContext.BaseDirectory, path)), woven, WovenProgram.Options));
            Assert.NotEmpty(SiteTable.Read(Path.ChangeExtension(woven, SiteTable.Extension)).Sites);
            (int prepared, List<string> refused) = PrepareAll(WovenProgram.Load(context, woven));
            Assert.Empty(refused);
            Assert.True(prepared > 50, $"{prepared} methods");
        }
        finally
        {
            context.Unload();
            Directory.Delete(folder, recursive: true);
        }
    }

    private static (int Prepared, List<string> Refused) PrepareAll(Assembly assembly)
    {
        const BindingFlags All = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance | BindingFlags.DeclaredOnly;
        int prepared = 0;
        List<string> refused = [];
        foreach (MethodBase method in TypesOf(assembly).SelectMany(static type => type.GetMethods(All).Concat<MethodBase>(type.GetConstructors(All))))
        {
            if (method.IsAbstract || method.GetMethodBody() is null)
                continue;

            // Arguments that the constraints of a type or a method do not admit say nothing about its body.
            foreach (Type argument in new[] { typeof(int), typeof(string) })
            {
                Type[] arguments = [.. Generic(method.DeclaringType!), .. method.IsGenericMethod ? method.GetGenericArguments() : []];
                try
                {
                    if (arguments.Length > 0)
                        RuntimeHelpers.PrepareMethod(method.MethodHandle, [.. arguments.Select(_ => argument.TypeHandle)]);
                    else
                        RuntimeHelpers.PrepareMethod(method.MethodHandle);

                    prepared++;
                }
                catch (Exception e) when (e is InvalidProgramException or BadImageFormatException or MissingMemberException)
                {
                    refused.Add($"{method.DeclaringType}.{method}: {e.GetType().Name} {e.Message}");
                }
                catch (Exception e) when (e is ArgumentException or TypeLoadException or FileNotFoundException or System.Security.VerificationException)
                {
                }

                if (arguments.Length == 0)
                    break;
            }
        }

        return (prepared, refused);
    }

    private static Type[] Generic(Type type) => type.IsGenericType ? type.GetGenericArguments() : [];

    private static IEnumerable<Type> TypesOf(Assembly assembly)
    {
        try
        {
            return assembly.GetTypes();
        }
        catch (ReflectionTypeLoadException e)
        {
            return e.Types.OfType<Type>();
        }
    }

    // A library has the versions that lie beside it. There is one guard.
    private sealed class LibraryContext(string folder) : AssemblyLoadContext(isCollectible: true)
    {
        protected override Assembly? Load(AssemblyName name)
        {
            string file = Path.Combine(folder, name.Name + ".dll");
            return name.Name != typeof(PoolGuard).Assembly.GetName().Name && File.Exists(file) ? LoadFromAssemblyPath(file) : null;
        }
    }
}
