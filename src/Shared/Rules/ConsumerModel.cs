namespace PooledGen.Generator.Model;

/// <summary>The features of the consuming project.</summary>
/// <param name="RefStructsCanImplementInterfaces">Whether the project uses C# 13 or later on .NET 9 or later.</param>
/// <param name="ScopeIsEnforced">Whether the compiler confines a renter to its block: C# 11 or later, or .NET 7 or later.</param>
/// <param name="HasMustDisposeResource">Whether JetBrains.Annotations has the attribute, and the user's part does not apply it already.</param>
/// <param name="AllowsUnsafe">Whether the project allows unsafe code.</param>
internal sealed record ConsumerModel(
    bool RefStructsCanImplementInterfaces,
    bool ScopeIsEnforced,
    bool HasMustDisposeResource,
    bool AllowsUnsafe);
