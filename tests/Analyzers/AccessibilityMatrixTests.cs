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
        ("public interface B {{ {0} class E {{ }} }} public interface O : B {{ {1} struct R {{ public {3} M() => throw null!; }} }}",
            ["public", "protected internal", "internal", "protected", "private protected"], s_nested, [""]),
        ("public interface A {{ }} public interface B {{ {0} class E {{ }} }} "
            + "public interface O : A, B {{ {1} struct R {{ public {3} M() => throw null!; }} }}",
            ["public", "protected internal", "internal", "protected", "private protected"], s_nested, [""]),
        ("public class B<T> {{ {0} class E {{ }} }} public class O : B<int> {{ {1} struct R {{ public {3} M() => throw null!; }} }}",
            ["public", "protected internal", "internal", "protected", "private protected"], s_nested, [""]),
    ];

    public static TheoryData<string> ElementForms
        =>
        [
            "E", "E[]", "E[][]", "System.Collections.Generic.List<E>", "(int, E)", "System.Collections.Generic.List<E[]>[]",
            "System.Collections.Generic.Dictionary<int, E>.KeyCollection",
        ];

    [Theory]
    [MemberData(nameof(ElementForms))]
    public void EveryPairOfPlaces_IsJudgedAsTheCompilerDoes(string form)
    {
        // A namespace a case: one compilation judges them all.
        string[] cases = [.. Cases(form).Select((source, index) => $"namespace C{index} {{ {source} }}")];
        CSharpCompilation compilation = new Consumer(string.Join('\n', cases)) { Nullable = NullableContextOptions.Disable }.Compile();
        Diagnostic[] errors = [.. compilation.GetDiagnostics().Where(diagnostic => diagnostic.DefaultSeverity == DiagnosticSeverity.Error)];
        Assert.All(errors, error => Assert.Equal("CS0050", error.Id));

        HashSet<string> refused = [.. errors.Select(error => cases[error.Location.GetLineSpan().StartLinePosition.Line])];
        HashSet<string> lessAccessible = [.. Renters(compilation).Where(IsLessAccessible).Select(renter => cases[LineOf(renter)])];

        Assert.Empty(refused.Except(lessAccessible));
        Assert.Empty(lessAccessible.Except(refused));
        Assert.InRange(refused.Count, cases.Length / 4, cases.Length * 3 / 4);
    }

    private static IEnumerable<string> Cases(string form)
        => from place in s_places
           from element in place.Elements
           from renter in place.Renters
           from container in place.Containers
           let e = form.Replace("E", place.Source.Contains("class I {{ {0}") ? "I.E" : "E")
           select string.Format(null, place.Source, element, renter, container, e);

    private static IEnumerable<INamedTypeSymbol> Renters(CSharpCompilation compilation) => compilation.GetSymbolsWithName("R").OfType<INamedTypeSymbol>();

    private static int LineOf(INamedTypeSymbol renter) => renter.Locations[0].GetLineSpan().StartLinePosition.Line;

    private static bool IsLessAccessible(INamedTypeSymbol renter)
        => Accessibilities.IsLessAccessible(renter.GetMembers("M").OfType<IMethodSymbol>().Single().ReturnType, renter);
}
