namespace PooledGen.Interop.Tests.Migrations.TextBuilding;

/// <summary>The arrays of <see cref="PooledTextBuilder"/>.</summary>
[PooledBuffer<char>(MaxLength = 1024 * 1024)]
public partial struct BuilderText;
