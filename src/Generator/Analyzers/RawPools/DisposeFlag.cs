using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Generator.Analyzers.RawPools;

/// <summary>
/// A flag that a Dispose sets. A Dispose may be called twice, so the flag helps only if the Dispose asks it first. (Of other methods the callers may ask.)
/// </summary>
internal static class DisposeFlag
{
    /// <summary>False for a flag that a Dispose sets, and that no code before the assignment asks.</summary>
    public static bool IsNoneOrAsked(AssignmentExpressionSyntax assignment)
    {
        // Another part of the type, or a base type, may have a member that asks.
        if (assignment.FirstAncestorOrSelf<MethodDeclarationSyntax>() is not { Parent: TypeDeclarationSyntax type } method
            || !IsDispose(method)
            || MemberSyntax.NameOfTarget(assignment.Left) is not { } flag
            || type.Modifiers.Any(SyntaxKind.PartialKeyword)
            || !type.Members.Any(member => NamesOf(member).Contains(flag)))
        {
            return true;
        }

        HashSet<string> asking = [flag, .. type.Members.Where(member => member != method && Mentions(member, flag)).SelectMany(NamesOf)];
        return method.DescendantNodes()
            .OfType<IdentifierNameSyntax>()
            .Any(name => name.SpanStart < assignment.SpanStart && asking.Contains(name.Identifier.ValueText));
    }

    // Dispose(bool) is called by another Dispose, which may ask.
    private static bool IsDispose(MethodDeclarationSyntax method)
        => method.Identifier.ValueText is "Dispose" or "DisposeAsync"
            && !method.ParameterList.Parameters.Any(static parameter => parameter.Type?.ToString() == "bool");

    private static bool Mentions(MemberDeclarationSyntax member, string flag)
        => member.DescendantNodes().OfType<IdentifierNameSyntax>().Any(name => name.Identifier.ValueText == flag);

    private static IEnumerable<string> NamesOf(MemberDeclarationSyntax member) => member switch
    {
        FieldDeclarationSyntax field => field.Declaration.Variables.Select(static variable => variable.Identifier.ValueText),
        PropertyDeclarationSyntax property => [property.Identifier.ValueText],
        MethodDeclarationSyntax method => [method.Identifier.ValueText],
        _ => [],
    };
}
