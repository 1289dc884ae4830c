namespace PooledGen.Bench.Publish;

/// <summary>A page asks for a figure that no result has, or lacks a sentence that a figure belongs to.</summary>
internal sealed class UnpublishableException(string message) : Exception(message);
