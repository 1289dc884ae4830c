using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledGen.Testing;

namespace PooledGen.Generator.Tests;

/// <summary>
/// An edit of an option changes an attribute in the user's part of a type, and members in ours. If a constructor is among those, the compiler fails under
/// <c>dotnet watch</c> ("Method symbol expected"), and the program ends instead of restarting.
/// </summary>
public class HotReloadTests
{
    [Theory]
    [InlineData("MaxLength = 4096, Clear = ClearPolicy.OnRent")]
    [InlineData("MaxLength = 4096, Clear = ClearPolicy.OnReturn")]
    [InlineData("MaxLength = 4096, Clear = ClearPolicy.Never")]
    [InlineData("MaxLength = 4096, Storage = BufferStorage.Pinned, Alignment = 64")]
    [InlineData("MaxLength = 4096, Storage = BufferStorage.Native")]
    [InlineData("MaxLength = 5000, MinLength = 64, Oversize = OversizePolicy.Throw, MaxRetainedBytes = 1000000")]
    [InlineData("Length = 4096, Clear = ClearPolicy.OnRent")]
    public void Constructor_WhateverTheOptions_IsTheSame(string options) => Assert.Equal(ConstructorWith("MaxLength = 4096"), ConstructorWith(options));

    private static string ConstructorWith(string options)
    {
        string file = Assert.Single(new Consumer($"using PooledGen; [PooledBuffer<byte>({options})] public partial struct Packet;").Generate().Files).Value;
        return CSharpSyntaxTree.ParseText(file).GetRoot().DescendantNodes().OfType<ConstructorDeclarationSyntax>()
            .Single(static constructor => constructor.Identifier.Text == "Packet")
            .ToFullString();
    }
}
