namespace PooledGen;

/// <summary>A setting from outside the program that is not understood, so the next source or the default holds.</summary>
/// <param name="Name">The environment variable, or the entry of the runtime configuration.</param>
/// <param name="Value">The value that was found.</param>
/// <param name="Reason">What would be right.</param>
internal sealed record IgnoredSetting(string Name, string Value, string Reason);
