using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Generator.Analyzers.Flow;

namespace PooledGen.Generator.Analyzers.RawPools;

/// <summary>
/// What the members of a type, and of the types in it, do with the arrays and owners in its private fields. A type is read once, for the body that asks
/// first. This type is immutable and thread-safe.
/// </summary>
internal sealed class FieldUses
{
    private static readonly ConditionalWeakTable<INamedTypeSymbol, FieldUses> s_known = new();

    private readonly HashSet<ISymbol> _handedOn = new(SymbolEqualityComparer.Default);
    private readonly HashSet<ISymbol> _returned = new(SymbolEqualityComparer.Default);
    private readonly HashSet<ISymbol> _replaced = new(SymbolEqualityComparer.Default);

    private FieldUses(INamedTypeSymbol type, BodyFlow body, CancellationToken cancellation)
    {
        var protocol = (RawPoolProtocol)body.Protocol;
        HashSet<string> names = [.. type.GetMembers().OfType<IFieldSymbol>().Where(CanHoldARental).Select(static field => field.Name)];
        foreach (SyntaxNode part in type.DeclaringSyntaxReferences.Select(reference => reference.GetSyntax(cancellation)))
        {
            SemanticModel model = part.SyntaxTree == body.Model.SyntaxTree ? body.Model : body.Model.Compilation.GetSemanticModel(part.SyntaxTree);
            foreach (IGrouping<SyntaxNode?, IdentifierNameSyntax> member in part.DescendantNodes().WithCheckpoints(cancellation)
                .OfType<IdentifierNameSyntax>()
                .Where(name => names.Contains(name.Identifier.ValueText))
                .GroupBy(static name => MemberSyntax.Around(name)))
            {
                AddMentions(member, model, protocol);
            }
        }
    }

    public static FieldUses Of(INamedTypeSymbol type, BodyFlow body, CancellationToken cancellation)
        => s_known.GetValue(type, _ => new FieldUses(type, body, cancellation));

    /// <summary>Whether only the members of its type can reach the field. A static field lives as long as the process.</summary>
    public static bool CanHoldARental(IFieldSymbol field)
        => field is { DeclaredAccessibility: Accessibility.Private, IsStatic: false, IsImplicitlyDeclared: false }
            && (field.Type is IArrayTypeSymbol || RawPoolProtocol.IsMemoryOwner(field.Type));

    /// <summary>Whether a member gives the field's array or owner to code that may return, dispose or keep it.</summary>
    public bool IsHandedOn(IFieldSymbol field) => _handedOn.Contains(field);

    /// <summary>Whether a member that takes the array out of the field returns an array to a pool.</summary>
    public bool IsReturned(IFieldSymbol field) => _returned.Contains(field);

    /// <summary>Whether a member assigns the field anything but a new rental.</summary>
    public bool IsReplaced(IFieldSymbol field) => _replaced.Contains(field);

    private void AddMentions(IGrouping<SyntaxNode?, IdentifierNameSyntax> member, SemanticModel model, RawPoolProtocol protocol)
    {
        bool? returns = null;
        foreach (IdentifierNameSyntax name in member)
        {
            if (model.GetSymbolInfo(name).Symbol is not IFieldSymbol field || !CanHoldARental(field))
                continue;

            IOperation? mention = model.GetOperation(name.Parent is MemberAccessExpressionSyntax access && access.Name == name ? access : name);
            IOperation? value = mention is null ? null : FieldMention.AssignedTo(mention);
            if (value is not null)
            {
                if (!protocol.IsRent(value))
                    _replaced.Add(field);
            }
            else if (mention is null || !FieldMention.IsMereUse(mention))
            {
                _handedOn.Add(field);
                if (returns ??= Returns(member.Key))
                    _returned.Add(field);
            }
        }
    }

    private static bool Returns(SyntaxNode? member)
        => member?.DescendantNodes().OfType<InvocationExpressionSyntax>().Any(static call => MemberSyntax.NameOf(call) == "Return") == true;
}
