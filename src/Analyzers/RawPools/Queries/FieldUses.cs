using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// What the members of a type, and of the types in it, do with the arrays and owners in its fields and auto-properties. A type is read once, for the body
/// that asks first. This type is immutable and thread-safe.
/// </summary>
internal sealed class FieldUses
{
    private static readonly ConditionalWeakTable<INamedTypeSymbol, FieldUses> s_known = new();

    private readonly Dictionary<ISymbol, HashSet<SyntaxNode?>> _handedOn = new(SymbolEqualityComparer.Default);
    private readonly HashSet<ISymbol> _replaced = new(SymbolEqualityComparer.Default);
    private readonly HashSet<ISymbol> _foreign = new(SymbolEqualityComparer.Default);
    private readonly HashSet<SyntaxNode?> _returning = [];
    private readonly HashSet<string> _calledBesideReturn = [];

    private FieldUses(INamedTypeSymbol type, BodyFlow body, CancellationToken cancellation)
    {
        End = ObjectEnd.Of(type, cancellation);
        var protocol = (RawPoolProtocol)body.Protocol;
        HashSet<string> names = [.. type.GetMembers().Where(member => CanHoldARental(member, protocol)).Select(static member => member.Name)];
        foreach (SyntaxNode part in type.DeclaringSyntaxReferences.Select(reference => reference.GetSyntax(cancellation)))
        {
            SemanticModel model = body.Model.Of(part.SyntaxTree);
            SyntaxNode[] nodes = [.. part.DescendantNodes().WithCheckpoints(cancellation)];
            foreach (IGrouping<SyntaxNode?, InvocationExpressionSyntax> calls in nodes.OfType<InvocationExpressionSyntax>().GroupBy(MemberSyntax.Around))
                AddCalls(calls.Key, [.. calls.Select(MemberSyntax.NameOf)], protocol);

            foreach (IdentifierNameSyntax name in nodes.OfType<IdentifierNameSyntax>().Where(name => names.Contains(name.Identifier.ValueText)))
                AddMention(name, model, protocol);

            foreach (SyntaxNode member in nodes)
            {
                (string name, EqualsValueClauseSyntax? initializer) = member switch
                {
                    VariableDeclaratorSyntax field => (field.Identifier.ValueText, field.Initializer),
                    PropertyDeclarationSyntax property => (property.Identifier.ValueText, property.Initializer),
                    _ => ("", null),
                };
                if (initializer is not null && names.Contains(name) && model.GetDeclaredSymbol(member) is { } declared and not ILocalSymbol)
                    AddValue(declared, model.GetOperation(initializer.Value), protocol);
            }
        }
    }

    public static FieldUses Of(INamedTypeSymbol type, BodyFlow body, CancellationToken cancellation)
        => s_known.GetValue(type, _ => new FieldUses(type, body, cancellation));

    /// <summary>The name of the member that ends an object of the type; null if there is none.</summary>
    public string? End { get; }

    /// <summary>
    /// Whether the member is a field or an auto-property that an object may keep a rental in. A static one lives as long as the process, and other code may
    /// reach that of an interface.
    /// </summary>
    public static bool CanHoldARental(ISymbol member, RawPoolProtocol protocol) => member switch
    {
        { IsStatic: true } or { IsImplicitlyDeclared: true } => false,
        IFieldSymbol field => protocol.MayHold(field.Type),
        IPropertySymbol { IsVirtual: false, IsOverride: false, IsAbstract: false, ContainingType: { TypeKind: not TypeKind.Interface } type } property
            => protocol.MayHold(property.Type)
            && type.GetMembers().Any(field => field is IFieldSymbol { AssociatedSymbol: { } own } && SymbolEqualityComparer.Default.Equals(own, property))
            && type.AllInterfaces.All(known => known.GetMembers(property.Name).IsEmpty),
        _ => false,
    };

    /// <summary>
    /// Whether the type ends the rentals of its objects, as those in another field or property show that at least as much code can reach.
    /// </summary>
    public bool EndsOthersLike(ISymbol member) => _handedOn.Keys.Any(other => !SymbolEqualityComparer.Default.Equals(other, member)
        && other.DeclaredAccessibility >= member.DeclaredAccessibility
        && IsReturned(other)
        && !MayBeForeign(other));

    /// <summary>Whether a member, or this one, gives the field's array or owner to code that may return, dispose or keep it.</summary>
    public bool IsHandedOn(ISymbol field, SyntaxNode? member = null)
        => _handedOn.TryGetValue(field, out HashSet<SyntaxNode?> members) && (member is null || members.Contains(member));

    /// <summary>Whether a member that takes the array out of the field returns an array to a pool.</summary>
    public bool IsReturned(ISymbol field) => _handedOn.TryGetValue(field, out HashSet<SyntaxNode?> members) && members.Overlaps(_returning);

    /// <summary>Whether a member assigns the field anything but a new rental, null or an empty array.</summary>
    public bool IsReplaced(ISymbol field) => _replaced.Contains(field);

    /// <summary>Whether the field may hold an array that was not rented, such as a new one or one of a caller.</summary>
    public bool MayBeForeign(ISymbol field) => _foreign.Contains(field);

    /// <summary>Whether a member that returns an array calls this method, so that it may return what the method leaves behind.</summary>
    public bool IsCalledBesideReturn(IMethodSymbol method) => _calledBesideReturn.Contains(method.Name);

    private void AddCalls(SyntaxNode? member, string[] names, RawPoolProtocol protocol)
    {
        if (!Array.Exists(names, protocol.IsReturn))
            return;

        _returning.Add(member);
        _calledBesideReturn.UnionWith(names);
    }

    private void AddMention(IdentifierNameSyntax name, SemanticModel model, RawPoolProtocol protocol)
    {
        if (model.GetSymbolInfo(name).Symbol?.OriginalDefinition is not { } field || !CanHoldARental(field, protocol))
            return;

        IOperation? mention = FieldMention.Of(name, model);
        if (mention is not null && FieldMention.AssignedTo(mention) is { } value)
        {
            AddValue(field, value, protocol);

            // '=> _array ??= Rent(n)' gives the array, too.
            if (mention.Parent is { Parent: not IExpressionStatementOperation } assigned && !FieldMention.IsMereUse(assigned))
                AddHandOn(field, MemberSyntax.Around(name));
        }
        else if (mention is null || !FieldMention.IsMereUse(mention))
            AddHandOn(field, MemberSyntax.Around(name));
    }

    private void AddHandOn(ISymbol field, SyntaxNode? member)
    {
        if (!_handedOn.TryGetValue(field, out HashSet<SyntaxNode?> members))
            _handedOn.Add(field, members = []);

        members.Add(member);
    }

    private void AddValue(ISymbol field, IOperation? value, RawPoolProtocol protocol)
    {
        if (value is null || protocol.IsRent(value) || IsNothing(value))
            return;

        _replaced.Add(field);

        // A local may hold a new rental.
        if (Conversions.Unwrap(value) is not ILocalReferenceOperation)
            _foreign.Add(field);
    }

    /// <summary>Whether the value is null or an empty array, which takes the place of a rental and ends none.</summary>
    public static bool IsNothing(IOperation value) => value switch
    {
        IConversionOperation conversion => IsNothing(conversion.Operand),
        IDefaultValueOperation or { ConstantValue: { HasValue: true, Value: null } } or { Syntax: CollectionExpressionSyntax { Elements.Count: 0 } } => true,
        _ => value is IInvocationOperation { TargetMethod: { Name: "Empty", ContainingType.SpecialType: SpecialType.System_Array } },
    };
}

/// <summary>Finds the member of a type that ends an object's life, so that it has to end the rentals of the object.</summary>
internal static class ObjectEnd
{
    private static readonly string[] s_ends = ["Dispose", "DisposeAsync", "Close"];

    /// <summary>
    /// The name of the member; null if there is none. An object without an end may keep its array for the life of the process, such as a singleton. An
    /// object that goes back to a pool of objects keeps its array, too.
    /// </summary>
    public static string? Of(INamedTypeSymbol type, CancellationToken cancellation)
    {
        IMethodSymbol[] ends = [.. type.GetMembers().OfType<IMethodSymbol>().Where(static method => NameOf(method) is not null)];
        return Array.Exists(ends, method => HandsOnItself(method, cancellation))
            ? null
            : s_ends.FirstOrDefault(name => Array.Exists(ends, method => NameOf(method) == name));
    }

    private static string? NameOf(IMethodSymbol method)
    {
        string name = method.ExplicitInterfaceImplementations.FirstOrDefault()?.Name ?? method.Name;
        return method is { IsAbstract: false, IsStatic: false } && s_ends.Contains(name) ? name : null;
    }

    private static bool HandsOnItself(IMethodSymbol method, CancellationToken cancellation)
        => method.DeclaringSyntaxReferences
            .SelectMany(part => part.GetSyntax(cancellation).DescendantNodes().WithCheckpoints(cancellation))
            .Any(static node => node is ArgumentSyntax { Expression: ThisExpressionSyntax, Parent.Parent: var call }
                && !(call is InvocationExpressionSyntax invocation && MemberSyntax.NameOf(invocation) == "SuppressFinalize"));
}
