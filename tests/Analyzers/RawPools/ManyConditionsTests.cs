namespace PooledGen.Analyzers.Tests;

/// <summary>Conditions that are asked twice multiply the paths through a body. Only those that decide about a rental may count.</summary>
public class ManyConditionsTests() : RawPoolTest("PG0202")
{
    private const int Count = 12;

    public static TheoryData<string> Conditions => ["f{0}", "_f{0}", "n{0} > 3", "!f{0}", "f{0} && _f{0}", "s{0} == null"];

    [Theory]
    [MemberData(nameof(Conditions))]
    public Task UseAfterReturn_BetweenConditionsThatDecideNothing_IsDiagnosed(string condition)
        => Diagnosed(Method($"byte[] a = Pool.Rent(9); {Each(condition, "t++;")} Pool.Return(a); {Each(condition, "t--;")} t += [|a|][0];"));

    [Theory]
    [MemberData(nameof(Conditions))]
    public Task UseAfterReturn_BehindNestedConditionsThatDecideNothing_IsDiagnosed(string condition) => Diagnosed(Method(
            $"byte[] a = Pool.Rent(9); {Each(condition, """
        if (t > 9) t++;
        else t = 2 * t;
        """)} Pool.Return(a); {Each(condition, "t--;")} t += [|a|][0];"));

    [Theory]
    [MemberData(nameof(Conditions))]
    public Task UseAfterReturn_BehindConditionsThatDecideOnce_IsDiagnosed(string condition)
        => Diagnosed(Method($"""
            byte[] a = Pool.Rent(9);
            {Each(condition, "t++;")}
            Pool.Return(a);
            {Each(condition, "return 0;")}
            t += [|a|][0];
            """));

    [Theory]
    [MemberData(nameof(Conditions))]
    public Task ReturnBehindEarlyExits_IsDiagnosedAtTheRent(string condition)
        => Diagnosed(Method($$"""
            byte[] a = {|PG0203:Pool.Rent(9)|};
            {{Each(condition, "t++;")}}
            a[0] = 1;
            {{Each(condition, "return 0;")}}
            Pool.Return(a);
            t += [|a|][0];
            """));

    [Fact]
    public Task ConditionOfTheRental_AmongConditionsThatDecideNothing_IsSilent()
        => Silent(Method($$"""
            byte[]? a = null;
            {{Each("f{0}", "t++;")}}
            if (f0) a = Pool.Rent(9);
            {{Each("f{0}", "t--;")}}
            if (f0)
            {
                t += a![0];
                Pool.Return(a);
            }
            """));

    [Fact]
    public Task ConditionThatIsAskedIdlyBetween_StillBelongsToTheRental_IsSilent()
        => Silent(Method("""
            byte[] a = Pool.Rent(9);
            if (f0) Pool.Return(a);
            if (f0) t++;
            if (f0) t--;
            if (!f0)
            {
                t += a[0];
                Pool.Return(a);
            }
            """));

    [Fact]
    public Task BranchThatSetsAFlagOfTheRental_IsNotIdle_IsSilent()
        => Silent(Method("""
            byte[]? a = null;
            bool d = false;
            if (f0) d = true;
            if (d) a = Pool.Rent(9);
            if (f0)
            {
                t += a![0];
                Pool.Return(a);
            }
            """));

    private static string Each(string condition, string statement) => string.Join(' ', Enumerable.Range(0, Count)
        .Select(number => $"if ({string.Format(null, condition, number)}) {{ {statement} }}"));

    private static string Method(string body)
        => $$"""
            {{List("bool _f{0};", " ")}}

            int M({{List("bool f{0}, int n{0}, string? s{0}", ", ")}})
            {
                int t = 0;
                {{body}}
                return t;
            }
            """;

    private static string List(string item, string separator)
        => string.Join(separator, Enumerable.Range(0, Count).Select(number => string.Format(null, item, number)));
}
