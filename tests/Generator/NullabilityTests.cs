using Microsoft.CodeAnalysis;
using PooledGen.Testing;

namespace PooledGen.Generator.Tests;

/// <summary>The emitted file is nullable-aware, whatever the user's own is: it must not warn of what that one may say.</summary>
public class NullabilityTests
{
    [Theory]
    [InlineData("partial class Map<TKey> { [PooledBuffer(MaxLength = 100)] partial struct Entry { public Dictionary<TKey, int> Value; } }")]
    [InlineData("partial class Map<TKey> { [PooledBuffer(MaxLength = 100)] partial struct Entry<T> where T : notnull { } class Use { Entry<TKey> e; } }")]
    [InlineData("[PooledBuffer<Dictionary<string, int>>(MaxLength = 100)] partial struct Maps { }")]
    [InlineData("[PooledBuffer<NotNull<int?>>(MaxLength = 100)] partial struct Maps { } class NotNull<T> where T : notnull { }")]
    [InlineData("partial class Outer<T> where T : class { [PooledBuffer(MaxLength = 100)] partial struct Entry { public T Value; } }")]
    [InlineData("partial class Outer<T> where T : IComparable<T> { [PooledBuffer(MaxLength = 100)] partial struct Entry { public T Value; } }")]
    [InlineData("partial class Outer<T> where T : notnull { [PooledBuffer(MaxLength = 100)] partial struct Entry { public T Value; } }")]
    [InlineData("partial class Outer<T> where T : notnull { [PooledBuffer<byte>(MaxLength = 100)] partial struct Packet { } }")]
    [InlineData("partial struct Packet<T> where T : notnull { } [PooledBuffer<byte>(MaxLength = 100)] partial struct Packet<T> { }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 100)] partial struct Packet<T> where T : class, IComparable<T> { }")]
    public void ConstraintsOfTheUsersTypes_AreNotWarnedOf(string declaration)
    {
        string source = "using System; using System.Collections.Generic; using PooledGen;\n#pragma warning disable CS0169, CS0649, CS8618, CS8714\n"
            + declaration;

        foreach (NullableContextOptions nullable in Enum.GetValues<NullableContextOptions>())
        {
            GeneratedConsumer generated = new Consumer(source) { Nullable = nullable }.Generate();

            Assert.Single(generated.Files);
            Assert.Empty(generated.Errors);
        }
    }
}
