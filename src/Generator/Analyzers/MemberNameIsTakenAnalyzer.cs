using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Emission;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers;

/// <summary>PG0010: The names of the generated members must be free.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class MemberNameIsTakenAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0010",
        "Member name is taken",
        "'{0}' is a name that the generator needs in '{1}'; give your own member another one");

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        foreach (ISymbol member in Culprits(declaration))
            yield return Diagnostic.Create(Rule, member.Locations[0], member.Name, declaration.Type.Name);
    }

    private static IEnumerable<ISymbol> Culprits(BufferDeclaration declaration)
    {
        INamedTypeSymbol type = declaration.Type;
        if (declaration.IsElementMode)
        {
            // A member cannot have the name of its type either.
            IEnumerable<ISymbol> taken = type.GetMembers(WellKnownNames.NestedRenter).Concat(HiddenTypeParameters(type));
            return type.Name == WellKnownNames.NestedRenter ? taken.Prepend(type) : taken;
        }

        IEnumerable<ISymbol> members = RenterMembers.Names.SelectMany(name => type.GetMembers(name))
            .Where(static member => !member.IsImplicitlyDeclared)
            .Concat(type.TypeParameters.Where(static parameter => RenterMembers.Names.Contains(parameter.Name)));
        return RenterMembers.Names.Contains(type.Name) ? members.Prepend(type) : members;
    }

    // The nested renter names its element, type parameters and all; its own types must not come between.
    private static IEnumerable<ISymbol> HiddenTypeParameters(INamedTypeSymbol element)
        => MentionedTypes.In(element).OfType<ITypeParameterSymbol>()
            .Where(static parameter => parameter.Name is WellKnownNames.NestedRenter or RenterMembers.DebugView);
}
