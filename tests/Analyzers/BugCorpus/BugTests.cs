namespace PooledGen.Analyzers.Tests.BugCorpus;

/// <summary>Each outcome that docs/internals/safety.md states is what its code does.</summary>
public class BugTests
{
    public static TheoryData<int, int> RawOutcomes => Rows(bug => bug.Raw.Count);

    public static TheoryData<int, int> PooledGenOutcomes => Rows(bug => bug.PooledGen.Count);

    [Theory]
    [MemberData(nameof(RawOutcomes))]
    public Task Raw_HasItsOutcome(int number, int form) => Find(number).Raw[form].VerifyAsync();

    [Theory]
    [MemberData(nameof(PooledGenOutcomes))]
    public Task PooledGen_HasItsOutcome(int number, int form) => Find(number).PooledGen[form].VerifyAsync();

    [Fact]
    public void PooledGen_LeavesNoBugUncovered()
        => Assert.DoesNotContain(Bug.All, bug => bug.PooledGen.Any(outcome => outcome is Outcomes.NotCovered));

    private static Bug Find(int number) => Bug.All.Single(bug => bug.Number == number);

    private static TheoryData<int, int> Rows(Func<Bug, int> count)
    {
        var rows = new TheoryData<int, int>();
        foreach (Bug bug in Bug.All)
        {
            for (int form = 0; form < count(bug); form++)
                rows.Add(bug.Number, form);
        }

        return rows;
    }
}
