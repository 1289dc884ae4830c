using System.Text.Json.Serialization;

namespace PooledGen.PoolCheck;

/// <summary>One process, or one trace, and what was found in it. Immutable.</summary>
/// <param name="Id">The id of the process; 0 for a trace.</param>
/// <param name="Name">What a person recognises it by: the command line, or the file of the trace.</param>
/// <param name="State">Whether the process was checked to its end.</param>
/// <param name="Reason">Why it was not checked, or not to its end; null if it was.</param>
/// <param name="Rents">How many rents were seen.</param>
/// <param name="Findings">The findings.</param>
/// <param name="Remarks">Sentences about what the check could not see.</param>
internal sealed record ProcessReport(
    int Id, string Name, CheckState State, string? Reason, long Rents, IReadOnlyList<Finding> Findings, IReadOnlyList<string> Remarks)
{
    /// <summary>The places that rent, the most frequent first; empty where they were not counted.</summary>
    public IReadOnlyList<CallerCounts> Callers { get; init; } = [];

    /// <summary>How much the places of the arrays that were not returned have rented; empty where that is not known.</summary>
    public IReadOnlyList<PlaceRents> Places { get; init; } = [];

    /// <summary>The names of the assemblies that the process had loaded; empty where they are not known.</summary>
    public IReadOnlyList<string> Loaded { get; init; } = [];

    /// <summary>Whether the check kept a plug-in from being unloaded, so that a program that waits for that fails.</summary>
    public bool KeptAPlugin { get; init; }

    /// <summary>Whether uses were to be found, and none of the program's assemblies could be woven.</summary>
    public bool IsNotExact { get; init; }

    /// <summary>How long the process was watched; zero where that was not measured.</summary>
    public TimeSpan Watched { get; init; }
}

/// <summary>How far a process was checked.</summary>
internal enum CheckState
{
    /// <summary>From its begin to its end.</summary>
    Checked,

    /// <summary>The process ended without saying so: it was killed, or it crashed. The last seconds are missing.</summary>
    CutOff,

    /// <summary>It could have been checked, and was not: the check did not begin, or what it wrote cannot be read. The reason is named.</summary>
    Failed,

    /// <summary>Not at all, because it cannot be checked. The reason is named.</summary>
    NotChecked,
}

/// <summary>A mistake. Immutable.</summary>
/// <param name="Kind">The kind of mistake.</param>
/// <param name="WhatHappened">What happened, with which numbers.</param>
/// <param name="Pool">The pool's name.</param>
/// <param name="Length">The array's length.</param>
/// <param name="Rented">The call that rented the array; null if it was not seen.</param>
/// <param name="Returned">The call that returned it; null if it was not returned, or no stack was taken.</param>
/// <param name="Again">The return that was the mistake; null for other kinds.</param>
/// <param name="Count">How often it happened with these stacks; at least 1.</param>
internal sealed record Finding(ArrayPoolMisuseKind Kind, string WhatHappened, string Pool, int Length, Call? Rented, Call? Returned, Call? Again, int Count = 1)
{
    /// <summary>The use after the return; null for other kinds.</summary>
    public Call? Used { get; init; }

    /// <summary>An earlier rent of the array, which the mistake may belong to; null if none was seen.</summary>
    public Call? RentedBefore { get; init; }

    /// <summary>Whether all of the arrays were rented in the last few seconds. False for kinds that are not about a rent.</summary>
    public bool IsYoung { get; init; }

    /// <summary>Whether the arrays were in use when the process was interrupted, as far as that can be told, so that nobody is accused.</summary>
    public bool IsInUse { get; init; }
}

/// <summary>What one place did to the pools. Immutable.</summary>
/// <param name="Nearest">The nearest frame outside of the pool.</param>
/// <param name="Own">The nearest frame that is no Framework code; null if there is none.</param>
/// <param name="Rents">How many arrays it rented.</param>
/// <param name="Allocations">How many of them the pool had to allocate, because no free one was there.</param>
/// <param name="TooLong">How many of them were allocated because they are longer than the pool keeps.</param>
/// <param name="Drops">How many arrays that the place returned were dropped, because the pool had no room.</param>
internal sealed record CallerCounts(Frame Nearest, Frame? Own, long Rents, long Allocations, long TooLong, long Drops);

/// <summary>How many arrays a place has rented, returned or not. Immutable.</summary>
/// <param name="Nearest">The nearest frame of <see cref="Frame.PlaceIn"/>.</param>
/// <param name="Caller">The caller of <see cref="Frame.PlaceIn"/>.</param>
/// <param name="Rents">How many.</param>
/// <param name="TooYoung">How many of them are out for less time than a watch from outside waits, so that they are not judged.</param>
internal sealed record PlaceRents(Frame Nearest, Frame Caller, long Rents, long TooYoung = 0);

/// <summary>A call of Rent or Return. Immutable.</summary>
/// <param name="Thread">The thread.</param>
/// <param name="Frames">The stack, from the nearest caller outside of the pool on.</param>
internal sealed record Call(int Thread, IReadOnlyList<Frame> Frames)
{
    /// <summary>The frames without those of the framework.</summary>
    [JsonIgnore]
    public IEnumerable<Frame> Own => Frames.Where(static frame => frame.Code != CodeKind.Framework);
}

/// <summary>One frame of a stack. Immutable.</summary>
/// <param name="Type">The full name of the outermost type of the method.</param>
/// <param name="Method">The method as a stack shows it: <c>Net.Decoder.ReadFrame(Stream stream)</c>.</param>
/// <param name="Assembly">The name of the assembly.</param>
/// <param name="Code">Whose code it is.</param>
/// <param name="File">The source file; null if it is not known.</param>
/// <param name="Line">The line, from 1; 0 if it is not known.</param>
internal sealed record Frame(string Type, string Method, string Assembly, CodeKind Code, string? File, int Line)
{
    /// <summary>The lines in <c>finally</c> blocks one of which is meant, where the runtime does not say which; otherwise null.</summary>
    public IReadOnlyList<int>? FinallyLines { get; init; }

    /// <summary>Whether the type has a Dispose, so that what an object of it rents is the responsibility of the code that created the object.</summary>
    public bool IsDisposable { get; init; }

    /// <summary>
    /// Where a stack was taken: the nearest frame of own code, or of any code if there is no own, and the first frame of own code outside of its type, which is
    /// the nearest frame again if there is none.
    /// </summary>
    public static (Frame? Nearest, Frame? Caller) PlaceIn(IEnumerable<Frame> stack)
    {
        Frame? first = null, nearest = null;
        foreach (Frame frame in stack)
        {
            first ??= frame;
            if (frame.Code == CodeKind.Framework)
                continue;

            nearest ??= frame;
            if (frame.Type != nearest.Type)
                return (nearest, frame);
        }

        return (nearest ?? first, nearest ?? first);
    }
}

/// <summary>Whose code a frame belongs to.</summary>
internal enum CodeKind
{
    /// <summary>.NET, ASP.NET Core or a test framework: they keep arrays on purpose.</summary>
    Framework,

    /// <summary>An assembly with tests: one that refers to a test framework.</summary>
    Test,

    /// <summary>All other code: what is checked.</summary>
    Library,
}
