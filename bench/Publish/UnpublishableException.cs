namespace PooledGen.Bench.Publish;

/// <summary>A page asks for a figure that no result has, or has no place for it.</summary>
internal sealed class UnpublishableException(string message) : Exception(message);
