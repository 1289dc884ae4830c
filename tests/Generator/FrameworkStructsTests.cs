using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using PooledGen.Generator.Parsing;
using PooledGen.Testing;

namespace PooledGen.Generator.Tests;

/// <summary>What the table of framework structs says is true of the framework that runs, and contradicts no reference assembly.</summary>
public class FrameworkStructsTests
{
    public static TheoryData<string> Names
        => [.. FrameworkStructs.WithoutReferences, .. FrameworkStructs.WithReferences, .. FrameworkStructs.OfTheirArguments];

    public static TheoryData<string> Frameworks => ["net10.0", "net8.0", "netstandard2.0", "net462"];

    [Theory]
    [MemberData(nameof(Names))]
    public void Struct_OfTheRunningFramework_HoldsWhatTheTableSays(string name)
    {
        Type[] structs = [.. RunningStructs().Where(type => NameOf(type) == name)];

        Assert.NotEmpty(structs);
        Assert.All(structs, type =>
        {
            Assert.Equal(FrameworkStructs.WithReferences.Contains(name), HoldsReferences(Close(type, typeof(int))));
            if (FrameworkStructs.OfTheirArguments.Contains(name) && type.IsGenericType)
                Assert.True(HoldsReferences(Close(type, name == "System.Nullable" ? typeof(ArraySegment<int>) : typeof(string))));
        });
    }

    // The framework's reference assemblies have the private fields, other than those of .NET Standard.
    [Theory]
    [MemberData(nameof(Frameworks))]
    public void StructWithoutReferences_HasNoneInAnyReferenceAssembly(string framework)
    {
        Compilation compilation = new Consumer("") { Framework = ConsumerFramework.Named(framework) }.Compile();
        INamedTypeSymbol[] structs = [.. FrameworkStructs.WithoutReferences.Select(compilation.GetTypeByMetadataName).OfType<INamedTypeSymbol>()];

        Assert.Contains(structs, static type => type.Name == "Guid");
        Assert.All(structs, static type => Assert.True(type is { IsUnmanagedType: true, TypeKind: TypeKind.Struct }, type.Name));
    }

    private static IEnumerable<Type> RunningStructs() => new[]
        {
            typeof(object), typeof(HashSet<>), typeof(Stack<>), typeof(Queue<>), typeof(System.Buffers.ReadOnlySequence<>), typeof(System.Drawing.Color),
            typeof(System.Collections.Immutable.ImmutableArray), typeof(System.Numerics.Complex),
        }
        .Select(static type => type.Assembly).Distinct()
        .SelectMany(static assembly => assembly.GetTypes())
        .Where(static type => type is { IsValueType: true, IsVisible: true });

    private static string NameOf(Type type)
    {
        string name = Plain(type);
        return type.DeclaringType is { } outer ? $"{type.Namespace}.{Plain(outer)}.{name}" : $"{type.Namespace}.{name}";

        static string Plain(Type type) => type.Name.Split('`')[0];
    }

    private static Type Close(Type type, Type first) => type.IsGenericTypeDefinition
        ? type.MakeGenericType([first, .. type.GetGenericArguments().Skip(1).Select(static _ => typeof(int))])
        : type;

    private static bool HoldsReferences(Type type)
        => (bool)typeof(RuntimeHelpers).GetMethod(nameof(RuntimeHelpers.IsReferenceOrContainsReferences))!.MakeGenericMethod(type).Invoke(null, null)!;
}
