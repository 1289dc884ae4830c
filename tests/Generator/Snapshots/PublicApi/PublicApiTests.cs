using PooledGen.Testing;
using VerifyXunit;

namespace PooledGen.Snapshots.PublicApi;

/// <summary>What each build of the runtime lets other code see. A change of these files is a change that users notice.</summary>
public class PublicApiTests
{
    public static TheoryData<string> Targets => ["net10.0", "net8.0", "netstandard2.0"];

    [Theory]
    [MemberData(nameof(Targets))]
    public Task PooledGen(string target) => Verifier.Verify(target, PublicApiListing.Of(Framework(target)));

    [Theory]
    [MemberData(nameof(Targets))]
    public void TypesOfCompilerServices_AreHiddenFromCompletion(string target)
        => Assert.Equal([], PublicApiListing.VisiblePlumbing(Framework(target)));

    private static ConsumerFramework Framework(string target)
        => new[] { ConsumerFramework.Net100, ConsumerFramework.Net80, ConsumerFramework.NetStandard20 }.Single(framework => framework.Name == target);
}
