using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Snapshots.Tests.Conventions;

/// <summary>
/// An emitted file in parts: what comes before the type, its head, each member. <c>Self</c> replaces the type's name and <c>Element</c> that of its
/// elements, and each member begins at the margin, so that the same member of two types has the same text.
/// </summary>
internal static class EmittedParts
{
    public static IReadOnlyList<(string Title, string Text)> Of(string file)
    {
        TypeDeclarationSyntax type = Renter(file);
        string text = WithoutNames(file, type);
        type = Renter(text);

        // Without a namespace the head of the file is trivia of the type.
        int head = text.LastIndexOf('\n', text.IndexOf("/// <summary>", type.FullSpan.Start, StringComparison.Ordinal)) + 1;
        return
        [
            ("The beginning of the file", text[..head]),
            ("The head of the type", AtMargin(text[head..type.OpenBraceToken.FullSpan.End])),
            .. type.Members.Select(static member => (Title(member), AtMargin(member.ToFullString()))),
            ("The end of the file", text[type.CloseBraceToken.FullSpan.Start..]),
        ];
    }

    private static TypeDeclarationSyntax Renter(string file) => CSharpSyntaxTree.ParseText(file).GetRoot().DescendantNodes().OfType<TypeDeclarationSyntax>()
        .Single(static type => type.AttributeLists.Any(static list => list.Attributes.Any(
            static attribute => attribute.Name.ToString().EndsWith(".NonCopyable", StringComparison.Ordinal))));

    private static string WithoutNames(string file, TypeDeclarationSyntax type)
    {
        string name = type.Identifier.Text + type.TypeParameterList;
        string fullName = string.Join('.', type.Ancestors().Reverse().Select(NameOf).Append(name).Where(static part => part.Length > 0));
        string element = ((GenericNameSyntax)((QualifiedNameSyntax)type.Members.OfType<PropertyDeclarationSyntax>().Single(IsPool).Type).Right)
            .TypeArgumentList.Arguments.Single().ToString();

        string text = Replace(file, $"global::{fullName}", "Self");
        text = Replace(text, fullName, "Self");
        text = Replace(Replace(text, name, "Self"), element, "Element");
        return Replace(text, type.Identifier.Text, "Self");
    }

    private static bool IsPool(PropertyDeclarationSyntax property) => property.Identifier.Text == "Pool";

    private static string NameOf(SyntaxNode node) => node switch
    {
        BaseNamespaceDeclarationSyntax space => space.Name.ToString(),
        TypeDeclarationSyntax type => type.Identifier.Text + type.TypeParameterList,
        _ => "",
    };

    // Whole words only.
    private static string Replace(string text, string word, string replacement)
        => Regex.Replace(text, $@"(?<![\w.@]){Regex.Escape(word)}(?!\w)", replacement);

    private static string Title(MemberDeclarationSyntax member) => member switch
    {
        FieldDeclarationSyntax field => field.Declaration.Variables.Single().Identifier.Text,
        PropertyDeclarationSyntax property => property.Identifier.Text,
        IndexerDeclarationSyntax => "this[]",
        BaseTypeDeclarationSyntax type => type.Identifier.Text,
        ConstructorDeclarationSyntax constructor => $"The constructor({Types(constructor)})",
        ConversionOperatorDeclarationSyntax conversion => $"{conversion.ImplicitOrExplicitKeyword.Text} operator {Short(conversion.Type)}",
        MethodDeclarationSyntax method => $"{method.Identifier.Text}({Types(method)})",
        _ => throw new NotSupportedException($"A member of kind {member.Kind()} has no title yet."),
    };

    private static string Types(BaseMethodDeclarationSyntax method)
        => string.Join(", ", method.ParameterList.Parameters.Select(static parameter => Short(parameter.Type!)));

    private static string Short(TypeSyntax type) => type.ToString().Split('.')[^1];

    private static string AtMargin(string text)
    {
        string[] lines = [.. text.Split('\n').Where(static line => line.Trim().Length > 0)];
        int margin = lines.Min(static line => line.Length - line.TrimStart().Length);
        return string.Join('\n', lines.Select(line => line[margin..])) + "\n";
    }
}
