using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Generator.Parsing;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

/// <summary>
/// PG0014 says "less accessible" exactly where the compiler does. Each case has an element, and beside it a hand-written struct with a
/// public method that gives the element away: the compiler's CS0050 to CS0057 is the judge.
/// </summary>
public class AccessibilityMatrixTests
{
    private static readonly string[] s_nested = ["public", "protected internal", "internal", "protected", "private protected", "private"];
    private static readonly string[] s_topLevel = ["public", "internal"];

    // Where the two stand to each other; {0} is the element's accessibility, {1} the struct's, {2} that of a type around one of them.
    private static readonly (string Source, string[] Elements, string[] Renters, string[] Containers)[] s_places =
    [
        ("{0} class E {{ }} {1} struct R {{ public {3} M() => throw null!; }}", s_topLevel, s_topLevel, [""]),
        ("public class O {{ {0} class E {{ }} {1} struct R {{ public {3} M() => throw null!; }} }}", s_nested, s_nested, [""]),
        ("internal class O {{ {0} class E {{ }} {1} struct R {{ public {3} M() => throw null!; }} }}", s_nested, s_nested, [""]),
        ("{0} class E {{ }} public class O {{ {1} struct R {{ public {3} M() => throw null!; }} }}", s_topLevel, s_nested, [""]),
        ("{0} class E {{ }} internal class O {{ {1} struct R {{ public {3} M() => throw null!; }} }}", s_topLevel, s_nested, [""]),
        ("public class O {{ {0} class E {{ }} {2} class I {{ {1} struct R {{ public {3} M() => throw null!; }} }} }}", s_nested, s_nested, s_nested),
        ("public class O {{ {2} class I {{ {0} class E {{ }} }} {1} struct R {{ public {3} M() => throw null!; }} }}",
            ["public", "protected internal", "internal"], s_nested, s_nested),
        ("public class B {{ {0} class E {{ }} }} public class O : B {{ {1} struct R {{ public {3} M() => throw null!; }} }}",
            ["public", "protected internal", "internal", "protected", "private protected"], s_nested, [""]),
        ("public class B<T> {{ {0} class E {{ }} }} public class O : B<int> {{ {1} struct R {{ public {3} M() => throw null!; }} }}",
            ["public", "protected internal", "internal", "protected", "private protected"], s_nested, [""]),
    ];

    public static TheoryData<string> ElementForms => ["E", "E[]", "E[][]", "System.Collections.Generic.List<E>", "(int, E)", "System.Collections.Generic.List<E[]>[]"];

    [Theory]
    [MemberData(nameof(ElementForms))]
    public void EveryPairOfPlaces_IsJudgedAsTheCompilerDoes(string form)
    {
        var disagreements = new List<string>();
        int refused = 0, allowed = 0;
        foreach (string source in Cases(form))
        {
            CSharpCompilation compilation = (new Consumer(source) { Nullable = NullableContextOptions.Disable }).Compile();
            bool isRefused = IsRefusedByTheCompiler(compilation);
            _ = isRefused ? refused++ : allowed++;
            if (IsLessAccessible(compilation) != isRefused)
                disagreements.Add(source);
        }

        Assert.Empty(disagreements);
        Assert.True(refused > 100 && allowed > 100, $"{refused} refused, {allowed} allowed");
    }

    private static IEnumerable<string> Cases(string form)
        => from place in s_places
           from element in place.Elements
           from renter in place.Renters
           from container in place.Containers
           let e = form.Replace("E", place.Source.Contains("class I {{ {0}") ? "I.E" : "E")
           select string.Format(null, place.Source, element, renter, container, e);

    private static bool IsRefusedByTheCompiler(CSharpCompilation compilation)
    {
        string[] errors = [.. compilation.GetDiagnostics().Where(diagnostic => diagnostic.DefaultSeverity == DiagnosticSeverity.Error).Select(diagnostic => diagnostic.Id)];
        Assert.All(errors, id => Assert.Equal("CS0050", id));
        return errors.Length > 0;
    }

    private static bool IsLessAccessible(CSharpCompilation compilation)
    {
        var renter = (INamedTypeSymbol)compilation.GetSymbolsWithName("R").Single();
        ITypeSymbol element = renter.GetMembers("M").OfType<IMethodSymbol>().Single().ReturnType;
        return Accessibilities.IsLessAccessible(element, renter);
    }
}
