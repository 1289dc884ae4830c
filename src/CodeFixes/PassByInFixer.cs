using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Analyzers.RawPools.Rewriting;

namespace PooledGen.CodeFixes;

/// <summary>PG0107: a parameter of a renter's type becomes an <c>in</c> parameter. Its callers do not have to change.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(PassByInFixer))]
public sealed class PassByInFixer() : TextFixer("Pass by 'in'", "PG0107")
{
    internal override IEnumerable<TextChange> Fix(FixSite site)
        => site.Enclosing<ParameterSyntax>() is { Type: { } type, Default: null } parameter
            && parameter.Modifiers.All(static modifier => modifier.IsKind(SyntaxKind.ThisKeyword))
            && site.Model.GetDeclaredSymbol(parameter) is { Type: { IsRefLikeType: true, IsReadOnly: true }, ContainingSymbol: IMethodSymbol method } symbol
            && CanChange(method)
            && !LocalUses.Of(symbol, parameter.Parent!.Parent!, site.Model, site.Cancellation).Any(LocalUses.IsWrite)
            && !IsMethodGroup(method, site.Model.Compilation, site.Cancellation)
                ? [new TextChange(new TextSpan(type.SpanStart, 0), "in ")]
                : [];

    // No base type or interface fixes the signature, and no overload would differ by 'in' alone.
    private static bool CanChange(IMethodSymbol method)
        => method.MethodKind is MethodKind.Ordinary or MethodKind.LocalFunction or MethodKind.Constructor
            && method is { IsAsync: false, IsVirtual: false, IsAbstract: false, IsOverride: false, IsExtern: false }
            && method is { PartialDefinitionPart: null, PartialImplementationPart: null, IsPartialDefinition: false }
            && method.ExplicitInterfaceImplementations.IsEmpty
            && !method.ContainingType.AllInterfaces.SelectMany(type => type.GetMembers(method.Name))
                .Any(member => SymbolEqualityComparer.Default.Equals(method.ContainingType.FindImplementationForInterfaceMember(member), method))
            && method.ContainingType.GetMembers(method.Name).OfType<IMethodSymbol>()
                .Where(other => !SymbolEqualityComparer.Default.Equals(other, method))
                .All(other => !TypesOf(other).SequenceEqual(TypesOf(method), SymbolEqualityComparer.Default));

    private static IEnumerable<ITypeSymbol> TypesOf(IMethodSymbol method) => method.Parameters.Select(static parameter => parameter.Type);

    // A delegate needs the old signature. The check compares names only, so the fix is sometimes not offered although it would be correct.
    private static bool IsMethodGroup(IMethodSymbol method, Compilation compilation, CancellationToken cancellation) => compilation.SyntaxTrees
        .SelectMany(tree => tree.GetRoot(cancellation).DescendantNodes())
        .WithCheckpoints(cancellation)
        .OfType<SimpleNameSyntax>()
        .Where(name => name.Identifier.ValueText == method.Name)
        .Select(static name => name.Parent is MemberAccessExpressionSyntax member && member.Name == name ? member : (SyntaxNode)name)
        .Any(static mention => mention.Parent is not InvocationExpressionSyntax);
}
