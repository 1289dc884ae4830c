using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// A flag that a Dispose sets. A Dispose may be called twice, so the flag helps only if the Dispose asks it first. (Of other methods the callers may ask.)
/// </summary>
internal static class DisposeFlag
{
    /// <summary>False for a flag that a Dispose sets, and that no code before the assignment asks.</summary>
    public static bool IsNoneOrAsked(AssignmentExpressionSyntax assignment, SemanticModel model)
    {
        if (assignment.FirstAncestorOrSelf<MethodDeclarationSyntax>() is not { } method
            || model.GetDeclaredSymbol(method) is not IMethodSymbol dispose
            || !IsDispose(dispose)
            || MemberSyntax.NameOfTarget(assignment.Left) is not { } flag)
        {
            return true;
        }

        // A base type may have a member that asks.
        MemberDeclarationSyntax[] members = [.. PartsOf(dispose.ContainingType).SelectMany(static type => type.Members)];
        if (!members.Any(member => NamesOf(member).Contains(flag)))
            return true;

        HashSet<string> asking = [flag, .. members.Where(member => member != method && Mentions(member, [flag])).SelectMany(NamesOf)];
        return Mentions(method, asking, before: assignment)
            || (IsCalledByDispose(dispose) && members.OfType<MethodDeclarationSyntax>().Any(other
                => other != method && other.Identifier.ValueText is "Dispose" or "DisposeAsync" or "Close" && Mentions(other, asking)));
    }

    private static IEnumerable<TypeDeclarationSyntax> PartsOf(INamedTypeSymbol type)
        => type.DeclaringSyntaxReferences.Select(static part => part.GetSyntax()).OfType<TypeDeclarationSyntax>();

    // The Dispose of a project's own base type may ask before it calls this override. Those of the framework do not.
    private static bool IsDispose(IMethodSymbol method)
        => method.Name is "Dispose" or "DisposeAsync"
            && (!IsCalledByDispose(method) || method.OverriddenMethod is not { } overridden || Framework.Owns(overridden));

    private static bool IsCalledByDispose(IMethodSymbol method)
        => method.Parameters.Any(static parameter => parameter.Type.SpecialType == SpecialType.System_Boolean);

    private static bool Mentions(MemberDeclarationSyntax member, HashSet<string> names, SyntaxNode? before = null) => member.DescendantNodes()
        .OfType<IdentifierNameSyntax>()
        .Any(name => names.Contains(name.Identifier.ValueText) && (before is null || name.SpanStart < before.SpanStart));

    private static IEnumerable<string> NamesOf(MemberDeclarationSyntax member) => member switch
    {
        FieldDeclarationSyntax field => field.Declaration.Variables.Select(static variable => variable.Identifier.ValueText),
        PropertyDeclarationSyntax property => [property.Identifier.ValueText],
        MethodDeclarationSyntax method => [method.Identifier.ValueText],
        _ => [],
    };
}
