namespace PooledGen.Runtime.Tests.Lists;

/// <summary>The promises of lists, over arrays.</summary>
public sealed partial class ListContractTests() : ListContract(Ints.Pool)
{
    [PooledBuffer<int>(MaxLength = 1000)]
    private partial struct Ints;
}
