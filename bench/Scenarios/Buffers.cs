namespace PooledGen.Bench.Scenarios;

/// <summary>The contender: everything at its default.</summary>
[PooledBuffer<byte>(MaxLength = 64 * 1024)]
public partial struct PacketBuffer;

/// <summary>The contender whose buffers have one length.</summary>
[PooledBuffer<byte>(Length = Work.OneKilobyte)]
public partial struct BlockOfOneLength;

/// <summary>The contender with four size classes from one power of two to the next.</summary>
[PooledBuffer<byte>(MaxLength = 64 * 1024, SizeClassesPerDoubling = 4)]
public partial struct FinerBuffer;

/// <summary>The contender where elements are references: they are cleared on return, by default.</summary>
[PooledBuffer<string>(MaxLength = 4096)]
public partial struct NameBuffer;

/// <summary>The contender whose element is a type parameter.</summary>
[PooledBuffer(nameof(T), MaxLength = 64 * 1024)]
public partial struct Block<T>;

/// <summary>The contender where text grows.</summary>
[PooledBuffer<char>(MaxLength = 64 * 1024)]
public partial struct TextBuffer;

/// <summary>The contender where one thread rents and another one returns: everything at its default.</summary>
[PooledBuffer<byte>(MaxLength = 64 * 1024)]
public partial struct TravellingBuffer;

/// <summary>The same with long stacks, which make the trips between the threads rare.</summary>
[PooledBuffer<byte>(MaxLength = 64 * 1024, MaxBuffersPerThread = 32)]
public partial struct PipelineBuffer;

/// <summary>The contender that serves the framework's own types: everything at its default.</summary>
[PooledBuffer<byte>(MaxLength = 64 * 1024)]
public partial struct AdaptedBuffer;

/// <summary>The same for the chars that such bytes are decoded to.</summary>
[PooledBuffer<char>(MaxLength = 64 * 1024)]
public partial struct AdaptedText;
