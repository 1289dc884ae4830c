namespace PooledGen.Generator.Model;

/// <summary>What the consuming project can do.</summary>
/// <param name="RefStructsCanImplementInterfaces">C# 13 on .NET 9 or later.</param>
/// <param name="ScopeIsEnforced">The compiler confines a renter to its block: C# 11 or later, or .NET 7 or later.</param>
/// <param name="HasMustDisposeResource">JetBrains.Annotations is there and new enough, and the user's part does not say it already.</param>
internal sealed record ConsumerModel(
    bool RefStructsCanImplementInterfaces,
    bool ScopeIsEnforced,
    bool HasMustDisposeResource);
