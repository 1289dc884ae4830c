using System.Runtime.InteropServices;
using PooledGen.Generator.Parsing;

namespace PooledGen.Analyzers.Tests;

/// <summary>The runtime's limit, which PG0007 knows.</summary>
public class ElementSizeTests
{
    [Fact]
    public void Array_OfTheLongestElement_Exists()
    {
        Assert.Equal(ElementSize.LongestElementOfAnArray, Marshal.SizeOf<Longest>());
        Assert.Single(new Longest[1]);
    }

    [Fact]
    public void Array_OfALongerElement_DoesNotLoad() => Assert.Throws<TypeLoadException>(() => Array.CreateInstance(typeof(TooLong), 1));

    [StructLayout(LayoutKind.Sequential, Size = ElementSize.LongestElementOfAnArray)]
    private struct Longest;

    [StructLayout(LayoutKind.Sequential, Size = ElementSize.LongestElementOfAnArray + 1)]
    private struct TooLong;
}
