using Microsoft.CodeAnalysis;
using PooledGen.Generator.Model;

namespace PooledGen.Generator.Parsing;

/// <summary>
/// What structs of the framework hold. Reference assemblies leave out private fields, so a struct such as <c>CancellationToken</c> can look empty.
/// A test compares each name with the running framework.
/// </summary>
internal static class FrameworkStructs
{
    /// <summary>Structs without references.</summary>
    public static HashSet<string> WithoutReferences { get; } =
    [
        "System.DateOnly", "System.DateTime", "System.DateTimeOffset", "System.Guid", "System.Half", "System.Index", "System.Int128", "System.Range",
        "System.TimeOnly", "System.TimeSpan", "System.UInt128", "System.Text.Rune",
        "System.Numerics.Complex", "System.Numerics.Matrix3x2", "System.Numerics.Matrix4x4", "System.Numerics.Plane", "System.Numerics.Quaternion",
        "System.Numerics.Vector2", "System.Numerics.Vector3", "System.Numerics.Vector4",
    ];

    /// <summary>Structs with references, whatever their type arguments are.</summary>
    public static HashSet<string> WithReferences { get; } =
    [
        "System.ArraySegment", "System.Memory", "System.ModuleHandle", "System.ReadOnlyMemory", "System.RuntimeFieldHandle", "System.RuntimeMethodHandle",
        "System.RuntimeTypeHandle", "System.Buffers.ReadOnlySequence", "System.Collections.DictionaryEntry",
        "System.Collections.Generic.Dictionary.Enumerator", "System.Collections.Generic.HashSet.Enumerator", "System.Collections.Generic.List.Enumerator",
        "System.Collections.Generic.Queue.Enumerator", "System.Collections.Generic.Stack.Enumerator", "System.Collections.Immutable.ImmutableArray",
        "System.Drawing.Color", "System.Numerics.BigInteger", "System.Runtime.CompilerServices.AsyncTaskMethodBuilder",
        "System.Runtime.CompilerServices.AsyncVoidMethodBuilder", "System.Runtime.CompilerServices.ConfiguredTaskAwaitable",
        "System.Runtime.CompilerServices.TaskAwaiter", "System.Runtime.InteropServices.HandleRef", "System.Runtime.Serialization.SerializationEntry",
        "System.Runtime.Serialization.StreamingContext", "System.Threading.AsyncFlowControl", "System.Threading.CancellationToken",
        "System.Threading.CancellationTokenRegistration", "System.Threading.Tasks.ValueTask",
    ];

    /// <summary>Structs that hold values of their type arguments and nothing else.</summary>
    public static HashSet<string> OfTheirArguments { get; } = ["System.Nullable", "System.ValueTuple", "System.Collections.Generic.KeyValuePair"];

    /// <summary>What the struct itself holds, apart from its type arguments; null if the table does not know it.</summary>
    public static References? Find(INamedTypeSymbol structure)
    {
        // A tuple is located where the code writes it, and its definition in the framework.
        if (structure.OriginalDefinition.Locations.Any(static location => location.IsInSource))
            return null;

        string name = Framework.FullNameOf(structure);
        return WithReferences.Contains(name) ? References.Some
            : WithoutReferences.Contains(name) || OfTheirArguments.Contains(name) ? References.None
            : null;
    }
}
