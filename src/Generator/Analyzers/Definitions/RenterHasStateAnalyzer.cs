using System.Runtime.InteropServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0011: Only the generated part may declare a renter's state.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RenterHasStateAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0011",
        "Renter has state of its own",
        "'{0}' declares {1}; a renter may have methods, computed properties and static members of its own, but the generator declares its fields");

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        // In element mode the struct may have any members.
        if (declaration.IsElementMode || !declaration.IsOfValidKind)
            yield break;

        // ColumnIsMalformedAnalyzer reports a column that would be stored.
        foreach (ISymbol member in declaration.Type.GetMembers().Where(member => !declaration.IsOfColumns || !IsSpan(member)))
        {
            if (Describe(member) is { } description)
                yield return Diagnostic.Create(Rule, member.Locations[0], declaration.Type.Name, description);
        }

        foreach (AttributeData attribute in declaration.Type.GetAttributes().Where(SetsLayout))
        {
            Location location = attribute.ApplicationSyntaxReference?.GetSyntax().GetLocation() ?? declaration.NameLocation;
            yield return Diagnostic.Create(Rule, location, declaration.Type.Name, "the layout of its fields");
        }
    }

    private static string? Describe(ISymbol member) => member switch
    {
        IFieldSymbol { IsStatic: false, AssociatedSymbol: IPropertySymbol property } => $"'{property.Name}', which is stored in an instance field",
        IEventSymbol { IsStatic: false } source when IsFieldLike(source) => $"'{source.Name}', which is stored in an instance field",
        IFieldSymbol { IsStatic: false, IsImplicitlyDeclared: false } => $"the instance field '{member.Name}'",

        // This includes a primary constructor. The fields that capture its parameters need no message of their own.
        IMethodSymbol { MethodKind: MethodKind.Constructor, IsImplicitlyDeclared: false } => "a constructor",
        _ => null,
    };

    private static bool IsSpan(ISymbol member) => member is IFieldSymbol { AssociatedSymbol: IPropertySymbol, Type.Name: "Span" };

    private static bool IsFieldLike(IEventSymbol source)
        => source.DeclaringSyntaxReferences.Any(static reference => reference.GetSyntax() is VariableDeclaratorSyntax);

    private static bool SetsLayout(AttributeData attribute)
        => attribute.AttributeClass?.ToDisplayString() == "System.Runtime.InteropServices.StructLayoutAttribute"
            && attribute.ConstructorArguments.FirstOrDefault().Value is (int)LayoutKind.Explicit or (short)LayoutKind.Explicit;
}
