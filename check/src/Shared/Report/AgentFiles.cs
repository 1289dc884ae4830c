using System.Text.Json.Serialization;

namespace PooledGen.PoolCheck;

/// <summary>A line of the file that the agent writes in a checked process. One of its properties is set.</summary>
internal sealed record AgentLine
{
    /// <summary>The first line: the check has begun.</summary>
    public ProcessStart? Start { get; init; }

    /// <summary>A mistake. Equal ones have one line, and <see cref="OpenArrays.Counts"/> says how many there were.</summary>
    public Finding? Finding { get; init; }

    /// <summary>The last line: the process ends, and what is out could not be written for this reason.</summary>
    public string? Failure { get; init; }

    /// <summary>The last line: the process ends in order, and the arrays that are out are known.</summary>
    public bool IsEnd { get; init; }
}

/// <summary>A process whose check has begun.</summary>
/// <param name="Id">Its id.</param>
/// <param name="Command">Its command line.</param>
/// <param name="Runtime">The version of .NET.</param>
internal sealed record ProcessStart(int Id, string Command, string Runtime);

/// <summary>The arrays that are out, and what the check could not see.</summary>
/// <param name="Rents">How many rents there were.</param>
/// <param name="NotReturned">The arrays that are rented, those of one place together.</param>
/// <param name="Places">How much the places of these arrays have rented.</param>
/// <param name="Assemblies">The files of the assemblies with tests that are loaded.</param>
/// <param name="Remarks">Sentences about what the check could not see.</param>
internal sealed record OpenArrays(
    long Rents, IReadOnlyList<Finding> NotReturned, IReadOnlyList<PlaceRents> Places, IReadOnlyList<string> Assemblies, IReadOnlyList<string> Remarks)
{
    /// <summary>How often each mistake happened, in the order of their lines.</summary>
    public IReadOnlyList<long> Counts { get; init; } = [];

    /// <summary>The names of all assemblies that are loaded.</summary>
    public IReadOnlyList<string> Loaded { get; init; } = [];

    /// <summary>How many threads are alive.</summary>
    public int Threads { get; init; }

    /// <summary>Whether the process ends in the middle of its work: by Environment.Exit or by a signal, and not by the end of Main.</summary>
    public bool IsInterrupted { get; init; }

    /// <summary>Whether an exact run was asked for, and the process could not run from a mirror.</summary>
    public bool IsNotExact { get; init; }

    /// <summary>How many returns had no array that was watched afterwards, although arrays are held back.</summary>
    public long UnwatchedReturns { get; init; }

    /// <summary>Whether code of a collectible context rented, which the check keeps from being unloaded.</summary>
    public bool KeptAPlugin { get; init; }
}

/// <summary>Reads and writes the agent's files without reflection, which a checked program may have switched off.</summary>
[JsonSerializable(typeof(AgentLine))]
[JsonSerializable(typeof(OpenArrays))]
[JsonSourceGenerationOptions(
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
internal sealed partial class AgentJson : JsonSerializerContext;
