using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Generator.Model;

namespace PooledGen.Generator.Parsing;

/// <summary>Finds out what the consuming project's language version and framework support.</summary>
internal static class ConsumerParser
{
    // The compiler that we build against is older than this version.
    private const LanguageVersion CSharp13 = (LanguageVersion)1300;

    public static ConsumerModel Parse(BufferDeclaration declaration) => new(
        RefStructsCanImplementInterfaces: RefStructsCanImplementInterfaces(declaration),
        ScopeIsEnforced: ScopeIsEnforced(declaration.LanguageVersion, declaration.Compilation),
        HasMustDisposeResource: HasMustDisposeResource(declaration.Compilation) && !SaysMustDisposeResource(declaration),
        AllowsUnsafe: declaration.Compilation.Options is CSharpCompilationOptions { AllowUnsafe: true });

    /// <summary>Whether the compiler keeps a span from outliving its renter, which needs either the language or the framework.</summary>
    public static bool ScopeIsEnforced(LanguageVersion version, Compilation compilation)
        => version >= LanguageVersion.CSharp11 || HasFeature(compilation, "ByRefFields");

    /// <summary>Whether the project's language and its framework let a ref struct implement interfaces.</summary>
    public static bool RefStructsCanImplementInterfaces(BufferDeclaration declaration)
        => declaration.LanguageVersion >= CSharp13 && HasRefStructInterfaces(declaration.Compilation);

    /// <summary>Whether the framework lets a ref struct implement interfaces, whatever the language version.</summary>
    public static bool HasRefStructInterfaces(Compilation compilation) => HasFeature(compilation, "ByRefLikeGenerics");

    // The attribute may be applied only once, so the generator omits it if the user's part has it.
    private static bool SaysMustDisposeResource(BufferDeclaration declaration)
        => !declaration.IsElementMode
            && declaration.Type.GetAttributes().Any(static attribute => attribute.AttributeClass?.ToDisplayString() == WellKnownNames.MustDisposeResource);

    private static bool HasFeature(Compilation compilation, string feature)
        => compilation.GetSpecialType(SpecialType.System_Object).ContainingAssembly?
            .GetTypeByMetadataName(WellKnownNames.RuntimeFeature)?.GetMembers(feature).IsEmpty == false;

    // Many libraries have internal copies of these attributes. Of two that code can name, it can name neither.
    private static bool HasMustDisposeResource(Compilation compilation)
        => compilation.GetTypesByMetadataName(WellKnownNames.MustDisposeResource)
            .Count(attribute => compilation.IsSymbolAccessibleWithin(attribute, compilation.Assembly)) == 1;
}
