using System.Reflection;

namespace PooledGen.Diagnostics;

/// <summary>The options of an <see cref="ArrayPoolCheck"/>. Immutable.</summary>
public sealed class ArrayPoolCheckOptions
{
    private readonly IReadOnlyList<Assembly> _assemblies = [];

    /// <summary>
    /// Whether the returned arrays of <c>Shared</c> are held back and overwritten with 0xDD; false by default. A write after the return is then a finding, and
    /// code that reads an array after its return, or that takes a rented array for zeros, gets these bytes. Of several libraries in a process that do this,
    /// the first does.
    /// </summary>
    public bool FindsLateWrites { get; init; }

    /// <summary>
    /// The assemblies whose code has to return what it rents. By default, and if there is none, these are all that are no part of .NET or of a test framework.
    /// Those may be given, too.
    /// </summary>
    /// <exception cref="ArgumentNullException">The value is null.</exception>
    public IReadOnlyList<Assembly> Assemblies
    {
        get => _assemblies;
        init => _assemblies = value ?? throw new ArgumentNullException(nameof(value));
    }
}
