using System.Buffers;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;

namespace PooledGen.ArrayPools.Tests;

/// <summary>The files and lines of the stacks of array pools. NativeAOT has none.</summary>
public class SourceLineTests
{
    [Fact]
    public void Dispose_WithAnArrayThatIsNotReturned_ThrowsTheLineOfItsRent()
    {
        ArrayPoolCheck check = ArrayPoolCheck.Start(typeof(SourceLineTests).Assembly);
        Lose(3000);

        ArrayPoolMisuse leak = Assert.Single(Assert.Throws<ArrayPoolMisuseException>(check.Dispose).Findings);

        Assert.Matches(@"\.Lose\(.*SourceLineTests\.cs:line \d+$", leak.Rented!.Stack.Split('\n')[0]);
    }

    [Fact]
    public async Task Dispose_WithAnArrayThatAnAsyncMethodLost_ShowsTheMethodOnce()
    {
        ArrayPoolCheck check = ArrayPoolCheck.Start(typeof(SourceLineTests).Assembly);
        await LoseAsync(3000);

        ArrayPoolMisuse leak = Assert.Single(Assert.Throws<ArrayPoolMisuseException>(check.Dispose).Findings);

        string line = Assert.Single(leak.Rented!.Stack.Split('\n'), static line => line.Contains(nameof(LoseAsync), StringComparison.Ordinal));
        Assert.Matches(@"SourceLineTests\.cs:line \d+$", line);
    }

    /// <summary>The runtime says offset 0 for what a <c>finally</c> calls. The line is that of the call; of several calls, all lines.</summary>
    [Theory]
    [InlineData(nameof(ReturnInFinally), "// returned in a finally")]
    [InlineData(nameof(ReturnThroughAnInterface), "// disposed in a finally")]
    [InlineData(nameof(RentFirstAndReturnInFinally), "// returned after a rent")]
    [InlineData(nameof(ReturnInTwoFinallies), "// returned in the inner one", "// returned in the outer one")]
    [InlineData(nameof(ReturnTwiceInAFinally), "// returned in a finally, first", "// returned in a finally, second")]
    [InlineData(nameof(ReturnFirst), "// returned first")]
    [InlineData(nameof(ReturnFirstAndInFinally))]
    public void Return_InAFinally_HasItsLineOrThoseThatMayBeMeant(string method, params string[] comments)
    {
        ArrayPoolCheck check = ArrayPoolCheck.Start(typeof(SourceLineTests).Assembly);
        byte[] array = ArrayPool<byte>.Shared.Rent(3000);
        ArrayPool<byte>.Shared.Return(array);
        typeof(SourceLineTests).GetMethod(method, BindingFlags.Static | BindingFlags.NonPublic)!.Invoke(null, [array]);

        ArrayPoolMisuse finding = Assert.Throws<ArrayPoolMisuseException>(check.Dispose).Findings[0];

        string frame = Assert.Single(finding.ReturnedAgain!.Stack.Split('\n'), line => line.Contains($".{method}(", StringComparison.Ordinal));
        string place = comments switch
        {
            [] => ")",
            [var comment] => $"SourceLineTests.cs:line {LineOf(comment)}",
            _ => $"SourceLineTests.cs, in a finally, line {string.Join(" or ", comments.Select(static comment => LineOf(comment)))}",
        };
        Assert.EndsWith(place, frame.TrimEnd(), StringComparison.Ordinal);
    }

    /// <summary>A server may run for days, and its files are those of another build when it ends.</summary>
    [Fact]
    public void Stack_OfAnAssemblyWhoseFileWasReplaced_HasNoLine()
    {
        DirectoryInfo folder = Directory.CreateTempSubdirectory("poolcheck-tests-");
        string file = Copy(typeof(SourceLineTests).Assembly.Location, folder);
        ArrayPoolCheck check = ArrayPoolCheck.Start(typeof(SourceLineTests).Assembly);
        LoseInACopy(file);

        // A loaded file can be moved on all systems.
        File.Move(file, file + ".old");
        File.Move(Copy(typeof(ArrayPoolCheck).Assembly.Location, folder), file);
        ArrayPoolMisuse leak = Assert.Single(Assert.Throws<ArrayPoolMisuseException>(check.Dispose).Findings);

        Assert.EndsWith($".{nameof(Lose)}(Int32 length)", leak.Rented!.Stack.Split('\n')[0], StringComparison.Ordinal);
    }

    /// <summary>As in a trace of another build.</summary>
    [Fact]
    public void Find_OfAMethodThatTheFileHasNot_HasNoLine()
    {
        using var symbols = new SourceLines();

        Assert.Equal((null, 0), symbols.Find(typeof(SourceLineTests).Assembly.Location, 0x06FFFFFF, offset: 0));
    }

    // With its symbols.
    private static string Copy(string assembly, DirectoryInfo folder)
    {
        File.Copy(Path.ChangeExtension(assembly, ".pdb"), Path.Combine(folder.FullName, Path.GetFileNameWithoutExtension(assembly) + ".pdb"));
        string copy = Path.Combine(folder.FullName, Path.GetFileName(assembly));
        File.Copy(assembly, copy);
        return copy;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void LoseInACopy(string file) => new AssemblyLoadContext("copy").LoadFromAssemblyPath(file)
        .GetType(typeof(SourceLineTests).FullName!)!.GetMethod(nameof(Lose), BindingFlags.Static | BindingFlags.NonPublic)!.CreateDelegate<Action<int>>()(3000);

    private static int LineOf(string comment, [CallerFilePath] string file = "")
        => Array.FindIndex(File.ReadAllLines(file), line => line.EndsWith(comment, StringComparison.Ordinal)) + 1;

    private static void ReturnInFinally(byte[] array)
    {
        GC.KeepAlive(array);
        try
        {
            GC.KeepAlive(array);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(array); // returned in a finally
        }
    }

    private static void ReturnThroughAnInterface(byte[] array)
    {
        IDisposable owner = new Owner(array);
        try
        {
            GC.KeepAlive(array);
        }
        finally
        {
            owner.Dispose(); // disposed in a finally
        }
    }

    private static void RentFirstAndReturnInFinally(byte[] array)
    {
        byte[] other = ArrayPool<byte>.Shared.Rent(10);
        try
        {
            GC.KeepAlive(other);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(array); // returned after a rent
        }
    }

    private static void ReturnInTwoFinallies(byte[] array)
    {
        GC.KeepAlive(array);
        try
        {
            try
            {
                GC.KeepAlive(array);
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(array); // returned in the inner one
            }
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(array); // returned in the outer one
        }
    }

    private static void ReturnTwiceInAFinally(byte[] array)
    {
        GC.KeepAlive(array);
        try
        {
            GC.KeepAlive(array);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(array); // returned in a finally, first
            ArrayPool<byte>.Shared.Return(array); // returned in a finally, second
        }
    }

    private static void ReturnFirst(byte[] array) => ArrayPool<byte>.Shared.Return(array); // returned first

    private static void ReturnFirstAndInFinally(byte[] array)
    {
        ArrayPool<byte>.Shared.Return(array);
        try
        {
            GC.KeepAlive(array);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    }

    private sealed class Owner(byte[] array) : IDisposable
    {
        void IDisposable.Dispose() => ArrayPool<byte>.Shared.Return(array);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Lose(int length) => ArrayPool<byte>.Shared.Rent(length);

    private static async Task LoseAsync(int length)
    {
        ArrayPool<byte>.Shared.Rent(length);
        await Task.Yield();
    }
}
