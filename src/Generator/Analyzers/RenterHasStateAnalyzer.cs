using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers;

/// <summary>PG0011: A renter's state is the generated part's alone.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RenterHasStateAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0011",
        "Renter has state of its own",
        "'{0}' declares {1}; a renter's part may add methods and computed properties, but no instance fields and no constructors");

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        // In element mode the struct is what the user makes of it.
        if (declaration.IsElementMode || declaration.Type.TypeKind != TypeKind.Struct)
            yield break;

        foreach (ISymbol member in declaration.Type.GetMembers())
        {
            if (Describe(member) is { } description)
                yield return Diagnostic.Create(Rule, member.Locations[0], declaration.Type.Name, description);
        }
    }

    private static string? Describe(ISymbol member) => member switch
    {
        IFieldSymbol { IsStatic: false, AssociatedSymbol: { } source } => $"'{source.Name}', which is stored in an instance field",
        IFieldSymbol { IsStatic: false } => $"the instance field '{member.Name}'",
        IMethodSymbol { MethodKind: MethodKind.Constructor, IsImplicitlyDeclared: false } => "a constructor",
        _ => null,
    };
}
