namespace PooledGen.Generator;

/// <summary>The types that the generator knows by name: it never loads the runtime.</summary>
internal static class WellKnownNames
{
    public const string Attribute = "PooledGen.PooledBufferAttribute";
    public const string GenericAttribute = "PooledGen.PooledBufferAttribute`1";
    public const string DefaultsAttribute = "PooledGen.PooledBufferDefaultsAttribute";
    public const string RentalScope = "PooledGen.RentalScope";
    public const string Pool = "PooledGen.BufferPool`1";
    public const string MustDisposeResource = "JetBrains.Annotations.MustDisposeResourceAttribute";
    public const string SpanFormatting = "PooledGen.CompilerServices.SpanFormatting";
    public const string RuntimeFeature = "System.Runtime.CompilerServices.RuntimeFeature";
    public const string Range = "System.Range";

    /// <summary>The renter that element mode nests in the annotated struct.</summary>
    public const string NestedRenter = "Buffer";
}
