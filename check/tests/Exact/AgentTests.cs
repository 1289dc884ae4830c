extern alias agent;

using System.Reflection;
using System.Runtime.CompilerServices;
using agent::PooledGen.PoolCheck;
using Mono.Cecil;

namespace PooledGen.PoolCheck.Exact.Tests;

/// <summary>The part of the agent that runs on the threads of the program, and before its <c>Main</c>.</summary>
public sealed class AgentTests
{
    // Of a storm.
    private const int Threads = 4;
    private const int Turns = 20_000;

    /// <summary>An interrupt is meant for the program's own waits: it ends none of the agent's, and it is not lost.</summary>
    [Fact]
    public void Use_OnAThreadThatIsInterrupted_LeavesTheInterruptToTheProgram()
    {
        var check = new ProcessCheck(poisons: false, marks: true, seesAllRents: true);
        long site = 0;
        Storm(() => check.AddUse(0, 1, Interlocked.Increment(ref site)));
    }

    [Fact]
    public void NewArray_OnAThreadThatIsInterrupted_IsKnownToBePinned()
    {
        var marks = new ArrayMarks();
        // Without a lock of its own, which an interrupt would end.
        var all = new Array[Threads * Turns];
        int count = 0;
        Storm(() =>
        {
            Array array = GC.AllocateArray<byte>(1, pinned: true);
            marks.AddPinned(array);
            all[Interlocked.Increment(ref count) - 1] = array;
        });

        Assert.All(all, array => Assert.True(marks.IsPinned(array)));
    }

    /// <summary>A program with large arrays never has so many marked at once that the oldest must go.</summary>
    [Fact]
    public void Array_ThatIsMarkedNoMore_IsCollected()
    {
        var marks = new ArrayMarks();
        WeakReference array = MarkAndUnmark(marks);

        GC.Collect();

        Assert.False(array.IsAlive);
        GC.KeepAlive(marks);
    }

    /// <summary>An array of a length that is rare stays marked, while others come and go.</summary>
    [Fact]
    public void Array_ThatIsMarkedNoMore_IsCollectedWhileAnOlderOneIsMarked()
    {
        var marks = new ArrayMarks();
        byte[] rare = new byte[300];
        marks.Mark(rare, rare.Length);
        WeakReference array = MarkAndUnmark(marks);

        GC.Collect();

        Assert.False(array.IsAlive);
        marks.Unmark(rare, rare.Length);
    }

    [Fact]
    public void Mark_OfMoreArraysThanMayBePinned_EndsTheMarksOfTheOldest()
    {
        var marks = new ArrayMarks();
        byte[][] arrays = [.. Enumerable.Range(0, ArrayMarks.MaxHandles + 3).Select(static _ => new byte[8])];
        Array.ForEach(arrays, array => marks.Mark(array, array.Length));
        marks.Unmark(arrays[3], 8);
        marks.Mark(arrays[3], 8);

        Assert.Equal(3, marks.ReleasedEarly);
        Array.ForEach(arrays, array => marks.Unmark(array, array.Length));
    }

    /// <summary>What tests lose does not fail a run, so a library must not be taken for tests.</summary>
    [Theory]
    [InlineData("xunit.core", true)]
    [InlineData("xunit.v3.core", true)]
    [InlineData("nunit.framework", true)]
    [InlineData("TUnit.Core", true)]
    [InlineData("XunitHelpers", false)]
    [InlineData("TUnitary", false)]
    public void IsTest_OfAnAssemblyWithAReference_IsDecidedByItsName(string reference, bool expected)
    {
        using var definition = AssemblyDefinition.CreateAssembly(new AssemblyNameDefinition("Subject", new Version(1, 0)), "Subject", ModuleKind.Dll);
        definition.MainModule.AssemblyReferences.Add(new AssemblyNameReference(reference, new Version(1, 0)));
        using var image = new MemoryStream();
        definition.Write(image);

        Assert.Equal(expected, new CallFormatter([], mirror: null).IsTest(Assembly.Load(image.ToArray())));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference MarkAndUnmark(ArrayMarks marks)
    {
        byte[] array = new byte[1000];
        marks.Mark(array, array.Length);
        marks.Unmark(array, array.Length);
        return new WeakReference(array);
    }

    /// <summary>Whatever fails, the program runs, and the report says why it is not woven.</summary>
    [Theory]
    [InlineData("/a folder that does not exist", "/app/app.dll", "the tool did not answer. ")]
    [InlineData("LONG", "/app/app.dll", "the tool did not answer. ")]
    [InlineData("\0", "/app/app.dll", "the tool did not answer. ")]
    [InlineData("/run", "app", "the program is a single file")]
    public void Start_WhereItIsNotPossible_SaysWhy(string run, string program, string expected)
    {
        string folder = run == "LONG" ? new string('x', 200) : run;

        Assert.StartsWith(expected, MirrorStart.Start(folder, program), StringComparison.Ordinal);
    }

    private static void Storm(Action action)
    {
        int thrown = 0;
        int running = Threads;
        Thread[] threads =
        [
            .. Enumerable.Range(0, running).Select(_ => new Thread(() =>
            {
                try
                {
                    for (int turn = 0; turn < Turns; turn++)
                        action();
                }
                catch (ThreadInterruptedException)
                {
                    Interlocked.Increment(ref thrown);
                }

                Interlocked.Decrement(ref running);
            })),
        ];
        Array.ForEach(threads, static thread => thread.Start());
        while (Volatile.Read(ref running) > 0)
        {
            Array.ForEach(threads, static thread => thread.Interrupt());
            Thread.Yield();
        }

        Array.ForEach(threads, static thread => thread.Join());
        Assert.Equal(0, thrown);
    }
}
