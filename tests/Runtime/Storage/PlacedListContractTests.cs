using PooledGen.Runtime.Tests.Lists;

namespace PooledGen.Runtime.Tests.Storage;

/// <summary>The promises of lists, over pinned arrays.</summary>
public sealed class PinnedListContractTests() : ListContract(new PlacedPool<int>(BufferStorage.Pinned, maxLength: 1000).Pool);

/// <summary>The promises of lists, over aligned parts of pinned arrays.</summary>
public sealed class AlignedListContractTests() : ListContract(new PlacedPool<int>(BufferStorage.Pinned, alignment: 64, maxLength: 1000).Pool);

/// <summary>The promises of lists, over native memory.</summary>
public sealed class NativeListContractTests() : ListContract(new PlacedPool<int>(BufferStorage.Native, maxLength: 1000).Pool);
