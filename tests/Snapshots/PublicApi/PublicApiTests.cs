using PooledGen.Testing;
using VerifyXunit;

namespace PooledGen.Generator.Tests.Snapshots.PublicApi;

/// <summary>
/// What each build of the runtime lets other code see: the newest one as a whole, each older one in what it lacks (<c>-</c>) or has more (<c>+</c>).
/// A change of these files is a change that users notice.
/// </summary>
public class PublicApiTests
{
    private const string Newest = "net10.0";

    public static TheoryData<string> Targets => [Newest, "net8.0", "netstandard2.0"];

    [Theory]
    [MemberData(nameof(Targets))]
    public Task PooledGen(string target) => Verifier.Verify(target, target == Newest ? Listing(Newest) : Differences.OfLines(Listing(Newest), Listing(target)));

    [Fact]
    public void Net462_HasTheMembersOfNetStandard20() => Assert.Equal(Listing("netstandard2.0"), Listing("net462"));

    [Theory]
    [MemberData(nameof(Targets))]
    [InlineData("net462")]
    public void TypesOfCompilerServices_AreHiddenFromCompletion(string target)
        => Assert.Equal([], PublicApiListing.VisiblePlumbing(ConsumerFramework.Named(target)));

    private static string Listing(string target) => PublicApiListing.Of(ConsumerFramework.Named(target));
}
