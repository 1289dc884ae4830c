using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledGen.Generator.Analyzers.Flow;

namespace PooledGen.Generator.Analyzers.RawPools;

/// <summary>
/// Whether a method that is given an array keeps it. Most only fill or read it; one that is named like a return, a constructor and one
/// whose source stores, returns or hands on the parameter may not give it back.
/// </summary>
internal static class Handover
{
    private static readonly string[] s_wordsOfEnders = ["Return", "Release", "Free", "Recycle", "Dispose", "Clean", "Give"];
    private static readonly string[] s_verbsOfKeepers = ["Set", "Add", "Enqueue", "Push", "Attach", "Register"];

    private static readonly ConditionalWeakTable<IParameterSymbol, object> s_passings = new();

    public static Passing PassingTo(IParameterSymbol parameter)
        => (Passing)s_passings.GetValue(parameter.OriginalDefinition, static parameter => Judge(parameter));

    private static object Judge(IParameterSymbol parameter)
    {
        if (parameter.ContainingSymbol is not IMethodSymbol method || method.MethodKind == MethodKind.DelegateInvoke)
            return Passing.Kept;

        if (Views.IsSystem(method))
        {
            bool isKeeper = method.MethodKind == MethodKind.Constructor && method.ContainingType.Name is not ("String" or "MemoryStream");
            return isKeeper ? Passing.Kept : Judge(method.Name);
        }

        if (method.MethodKind == MethodKind.Constructor)
            return Passing.Kept;

        SyntaxNode[] sources = [.. method.DeclaringSyntaxReferences.Select(static reference => reference.GetSyntax())];
        return sources.Any(source => Keeps(source, parameter.Name)) ? Passing.Kept : Judge(method.Name);
    }

    private static object Judge(string name) => IsKeeper(name) ? Passing.Kept : Passing.Lent;

    private static bool IsKeeper(string name)
        => Array.Exists(s_wordsOfEnders, word => name.Contains(word))
            || Array.Exists(s_verbsOfKeepers, verb => name.StartsWith(verb, StringComparison.Ordinal));

    private static bool Keeps(SyntaxNode method, string parameter) => method.DescendantNodes()
        .OfType<IdentifierNameSyntax>()
        .Where(name => name.Identifier.ValueText == parameter)
        .Any(static name => name.Parent switch
        {
            EqualsValueClauseSyntax or ReturnStatementSyntax or ArrowExpressionClauseSyntax or InitializerExpressionSyntax or YieldStatementSyntax => true,
            AssignmentExpressionSyntax assignment => assignment.Right == name,
            ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax call } argument
                => !argument.RefKindKeyword.IsKind(SyntaxKind.None) || IsKeeper(MemberSyntax.NameOf(call)),
            ArgumentSyntax => true,
            _ => name.Ancestors().Any(static node => node is AnonymousFunctionExpressionSyntax),
        });
}
