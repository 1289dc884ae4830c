using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Generator.Parsing;
using static PooledGen.Generator.Analyzers.Definitions.DefinitionRules;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>Checks the annotated type itself and the types around it.</summary>
internal static class TypeChecks
{
    public static IEnumerable<Diagnostic> ErrorsIn(BufferDeclaration declaration)
    {
        INamedTypeSymbol type = declaration.Type;

        // TypeIsNotAStruct reports other kinds of types.
        if (declaration.IsOfValidKind && !PartialTypes.IsPartial(type))
            yield return TypeIsNotPartial.At(declaration.NameLocation, type.Name);

        foreach (INamedTypeSymbol container in TypeTree.ContainersOf(type).Where(static container => !PartialTypes.IsPartial(container)))
            yield return ContainingTypeIsNotPartial.At(declaration.NameLocation, container.Name, type.Name);

        if (declaration.Attributes.Length > 1)
            yield return ModesAreMixed.At(declaration.NameLocation, type.Name, declaration.Attributes.Length);

        if (!declaration.IsOfValidKind)
            yield return TypeIsNotAStruct.At(declaration.NameLocation, type.Name, KindOf(type));

        LanguageVersion version = declaration.LanguageVersion;
        if (version < LanguageVersion.CSharp8)
            yield return LanguageVersionIsTooOld.At(declaration.AttributeLocation, type.Name, version.ToDisplayString());

        // The compiler's own errors (CS8773 and others) do not say what compiles.
        if (version is >= LanguageVersion.CSharp8 and < LanguageVersion.CSharp11 && declaration.Attribute.AttributeClass!.IsGenericType)
        {
            string element = declaration.Element.ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat);
            string advice = $"an attribute has no type arguments; write [PooledBuffer(typeof({element}), …)]";
            yield return DeclarationIsTooNew.At(declaration.AttributeLocation, type.Name, version.ToDisplayString(), advice);
        }

        if (version is >= LanguageVersion.CSharp8 and < LanguageVersion.CSharp12 && declaration.IsOfValidKind && PartialTypes.HasNoBraces(type))
        {
            yield return DeclarationIsTooNew.At(
                declaration.NameLocation, type.Name, version.ToDisplayString(), "a struct has braces; write { } in place of the semicolon");
        }

        // The compiler prefers a type or a namespace of the project to a type of a reference, so the generated code would not compile.
        foreach (INamespaceOrTypeSymbol used in UsedTypes.HiddenBy(declaration.Compilation.Assembly))
            yield return UsedTypeIsHidden.At(declaration.NameLocation, type.Name, used.ToDisplayString(), used.IsNamespace ? "namespace" : "type");

        // A file-local type cannot have a part in another file.
        foreach (INamedTypeSymbol level in TypeTree.ContainersOf(type).Prepend(type).Where(static level => level.IsFileLocal))
            yield return TypeIsFileLocal.At(declaration.NameLocation, type.Name, level.Name);

        // In element mode the struct remains an ordinary struct.
        if (declaration.IsElementMode || !declaration.IsOfValidKind || ConsumerParser.RefStructsCanImplementInterfaces(declaration))
            yield break;

        string framework = ConsumerParser.HasRefStructInterfaces(declaration.Compilation) ? ".NET 9 or later" : "an older framework";
        foreach (INamedTypeSymbol contract in type.Interfaces)
        {
            string display = contract.ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat);
            yield return RenterImplementsInterface.At(declaration.NameLocation, type.Name, display, version.ToDisplayString(), framework);
        }
    }

    private static string KindOf(INamedTypeSymbol type) => type switch
    {
        { TypeKind: TypeKind.Struct, IsRecord: true } => "a record struct",
        { TypeKind: TypeKind.Struct } => "a union",
        { TypeKind: TypeKind.Interface } => "an interface",
        { IsRecord: true } => "a record",
        _ => "a class",
    };
}
