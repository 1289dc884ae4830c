namespace PooledGen.Generator.Model;

/// <summary>What the consuming project can do.</summary>
/// <param name="RefStructsCanImplementInterfaces">C# 13 on .NET 9 or later.</param>
/// <param name="ScopeIsEnforced">The compiler confines a renter to its block: C# 11 or later, or .NET 7 or later.</param>
/// <param name="HasMustDisposeResource">JetBrains.Annotations is there and new enough, and the user's part does not say it already.</param>
/// <param name="HasScopedParameters">C# 11 or later.</param>
/// <param name="HasSpanFormatting">The runtime's writers format values in place: on .NET 8 or later.</param>
/// <param name="HasParameterlessStructConstructors">C# 10 or later.</param>
/// <param name="HasRanges">System.Range is there for everybody: on .NET Core 3 or later.</param>
internal sealed record ConsumerModel(
    bool RefStructsCanImplementInterfaces,
    bool ScopeIsEnforced,
    bool HasMustDisposeResource,
    bool HasScopedParameters,
    bool HasSpanFormatting,
    bool HasParameterlessStructConstructors,
    bool HasRanges);
