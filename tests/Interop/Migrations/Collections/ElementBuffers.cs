namespace PooledGen.Interop.Tests.Migrations.Collections;

/// <summary>The application's pool of numbers.</summary>
[PooledBuffer<int>(MaxLength = 64 * 1024)]
public partial struct NumberElements;

/// <summary>The application's pool of strings: they are cleared on return, by default.</summary>
[PooledBuffer<string>(MaxLength = 64 * 1024)]
public partial struct NameElements;
