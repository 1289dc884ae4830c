using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Analyzers.RawPools.Rewriting;

namespace PooledGen.CodeFixes.Renters;

/// <summary>An annotated struct that the fix adds after the code that rents, at the end of its namespace or of the file.</summary>
internal sealed record NewRenter(string Name, string Attribute, string Body, SyntaxNode Scope)
{
    public static NewRenter Create(SharedRent rent, bool isCleared, int maxLength, SemanticModel model)
    {
        int position = rent.Syntax.SpanStart;

        // The default policy already clears references.
        isCleared &= rent.Element.IsUnmanagedType;
        LanguageVersion language = ((CSharpParseOptions)rent.Syntax.SyntaxTree.Options).LanguageVersion;
        string element = rent.Element.ToMinimalDisplayString(model, position);
        string space = model.LookupNamespacesAndTypes(position, name: "PooledBufferAttribute").IsEmpty ? "PooledGen." : "";
        string options = $"MaxLength = {Figure(maxLength)}{(isCleared ? $", Clear = {space}ClearPolicy.OnReturn" : "")}";
        return new NewRenter(
            UniqueName.Of((isCleared ? "Cleared" : "") + NameOf(rent.Element), name => !model.LookupSymbols(position, name: name).IsEmpty),
            language >= LanguageVersion.CSharp11 ? $"[{space}PooledBuffer<{element}>({options})]" : $"[{space}PooledBuffer(typeof({element}), {options})]",
            language >= (LanguageVersion)1200 ? ";" : " { }",
            rent.Syntax.FirstAncestorOrSelf<NamespaceDeclarationSyntax>() ?? rent.Syntax.SyntaxTree.GetRoot());
    }

    public TextChange Declare(SourceText text)
    {
        string lineBreak = StatementText.LineBreak(text);
        if (Scope is not NamespaceDeclarationSyntax space)
        {
            string gap = text.Length > 0 && text[text.Length - 1] != '\n' ? lineBreak : "";
            return new TextChange(new TextSpan(text.Length, 0), gap + Lines("", lineBreak));
        }

        int end = text.Lines.GetLineFromPosition(space.CloseBraceToken.SpanStart).Start;
        return new TextChange(new TextSpan(end, 0), Lines(StatementText.Indentation(space.Members[0], text), lineBreak));
    }

    private string Lines(string indentation, string lineBreak)
        => $"{lineBreak}{indentation}{Attribute}{lineBreak}{indentation}internal partial struct {Name}{Body}{lineBreak}";

    private static string Figure(int maxLength)
        => maxLength == RenterType.UsualMaxLength ? RenterType.UsualMaxLengthText : maxLength.ToString(CultureInfo.InvariantCulture);

    /// <summary>The name for an element, unless it is taken: <c>ByteBuffer</c>, or <c>StringArrayBuffer</c> for <c>string[]</c>.</summary>
    public static string NameOf(ITypeSymbol element) => element switch
    {
        IArrayTypeSymbol array => $"{TypeName(array.ElementType)}ArrayBuffer",
        _ => $"{TypeName(element)}Buffer",
    };

    private static string TypeName(ITypeSymbol type)
    {
        string name = type.SpecialType == SpecialType.None ? type.Name : type.ToDisplayString();
        return name.Length == 0 ? "Array" : char.ToUpperInvariant(name[0]) + name.Substring(1);
    }
}
