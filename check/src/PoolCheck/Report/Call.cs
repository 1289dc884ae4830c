using System.Text.Json.Serialization;

namespace PooledGen.PoolCheck;

/// <summary>A call of Rent or Return. Immutable.</summary>
/// <param name="Thread">The thread.</param>
/// <param name="Frames">The stack, from the nearest caller outside of the pool on.</param>
internal sealed record Call(int Thread, IReadOnlyList<Frame> Frames)
{
    /// <summary>The frames without those of the framework.</summary>
    [JsonIgnore]
    public IEnumerable<Frame> Own => Frames.Where(static frame => frame.Code != CodeKind.Framework);
}
