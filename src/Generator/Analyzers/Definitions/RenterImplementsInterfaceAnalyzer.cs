using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0017: A renter is a ref struct, which could not implement interfaces before C# 13 and .NET 9.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RenterImplementsInterfaceAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0017",
        "Renter implements an interface",
        "'{0}' implements '{1}', but a renter is a ref struct, which can implement interfaces only with C# 13 or later on .NET 9 or later; "
            + "this project is compiled as C# {2} for {3}, so remove the interface");

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        // In element mode the struct remains an ordinary struct.
        if (declaration.IsElementMode || !declaration.IsOfValidKind || ConsumerParser.RefStructsCanImplementInterfaces(declaration))
            yield break;

        string framework = ConsumerParser.HasRefStructInterfaces(declaration.Compilation) ? ".NET 9 or later" : "an older framework";
        foreach (INamedTypeSymbol contract in declaration.Type.Interfaces)
        {
            yield return Diagnostic.Create(
                Rule,
                declaration.NameLocation,
                declaration.Type.Name,
                contract.ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat),
                declaration.LanguageVersion.ToDisplayString(),
                framework);
        }
    }
}
