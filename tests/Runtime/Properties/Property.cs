using System.Globalization;
using FsCheck;
using FsCheck.Fluent;
using Microsoft.FSharp.Core;

namespace PooledGen.Runtime.Tests.Properties;

/// <summary>
/// Checks a sentence about random values with FsCheck, which shortens a counterexample before it reports it. The report ends with the seed; the environment
/// variable <c>POOLEDGEN_PROPERTY_SEED</c> repeats that case, and <c>POOLEDGEN_PROPERTY_TIMES</c> multiplies the number of cases.
/// </summary>
internal static class Property
{
    private static readonly int s_times = int.Parse(
        Environment.GetEnvironmentVariable("POOLEDGEN_PROPERTY_TIMES") ?? "1", CultureInfo.InvariantCulture);

    /// <summary>Fails with a counterexample if the property throws for one of the values.</summary>
    /// <param name="values">The values.</param>
    /// <param name="property">Throws if the sentence does not hold for a value.</param>
    /// <param name="cases">The number of values.</param>
    /// <param name="shrink">The values that are tried in place of a counterexample, because they are simpler.</param>
    public static void Holds<T>(Gen<T> values, Action<T> property, int cases, Func<T, IEnumerable<T>>? shrink = null)
        => Prop.ForAll(Arb.From(values, shrink ?? (static _ => [])), property)
            .Check(Config.QuickThrowOnFailure.WithQuietOnSuccess(true).WithMaxTest(cases * s_times).WithReplay(Repeated()));

    /// <summary>Fails with a short sequence of steps if the property throws for one of the sequences.</summary>
    /// <param name="options">What the steps are carried out on.</param>
    /// <param name="property">Carries the steps out, on a subject and on its model.</param>
    /// <param name="sequences">The number of sequences.</param>
    /// <param name="longest">The number of steps of the longest one.</param>
    public static void HoldsForSteps<TOptions, TKind>(
        Gen<TOptions> options, Action<TOptions, IReadOnlyList<Step<TKind>>> property, int sequences, int longest)
        where TKind : struct, Enum
        => Holds(
            from chosen in options
            from count in Gen.Choose(1, longest)
            from steps in Step<TKind>.Any.ArrayOf(count)
            select new Run<TOptions, TKind>(chosen, steps),
            run => property(run.Options, run.Steps),
            sequences,
            static run => Shorter(run.Steps).Select(steps => run with { Steps = steps }));

    // Without a half, a quarter and so on; then without a single step; then with smaller numbers.
    private static IEnumerable<Step<TKind>[]> Shorter<TKind>(Step<TKind>[] steps)
        where TKind : struct, Enum
    {
        for (int count = steps.Length / 2; count > 0; count /= 2)
        {
            for (int start = 0; start + count <= steps.Length; start += count)
                yield return [.. steps[..start], .. steps[(start + count)..]];
        }

        for (int i = 0; i < steps.Length; i++)
        {
            foreach (Step<TKind> smaller in steps[i].Smaller())
                yield return [.. steps[..i], smaller, .. steps[(i + 1)..]];
        }
    }

    // As FsCheck prints it: (seed,gamma,size), the last of which is not printed for the first cases.
    private static FSharpOption<Replay>? Repeated()
    {
        if (Environment.GetEnvironmentVariable("POOLEDGEN_PROPERTY_SEED") is not { Length: > 0 } text)
            return null;

        string[] numbers = text.Trim('(', ')').Split(',');
        var seed = new Rnd(ulong.Parse(numbers[0], CultureInfo.InvariantCulture), ulong.Parse(numbers[1], CultureInfo.InvariantCulture));
        return new Replay(seed, numbers.Length > 2 ? int.Parse(numbers[2], CultureInfo.InvariantCulture) : FSharpOption<int>.None);
    }

    private sealed record Run<TOptions, TKind>(TOptions Options, Step<TKind>[] Steps)
        where TKind : struct, Enum
    {
        public override string ToString() => $"{Options}\n  {string.Join("\n  ", Steps)}";
    }
}
