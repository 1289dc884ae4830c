using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Analyzers.Bodies;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>PG0208: A field, or a variable of the caller, must not hold an array that was returned.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ReturnedArrayIsStillStoredAnalyzer() : RawPoolAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.RawPool(
        "PG0208",
        "Returned array is still stored",
        "{0}; {1}");

    // ArrayIsUsedAfterReturnAnalyzer reports the new array of a growth.
    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
    {
        if (!IsCalledByStrangers(body))
            return [];

        var flags = new Flags(body, cancellation);
        return from finding in OfArrays(body, FindingKind.EndedWhileStored).Concat(OfArrays(body, FindingKind.EndedWhileViewed))
               where !ArrayGrowth.IsReturnOfTheNew(finding, body, cancellation)
               where !CannotChange(finding.Holder!, body.Owner) && !IsLeftToOthers(finding, body, cancellation) && !flags.MayGuard(finding)
               group finding by AdviceFor(finding) into same
               select CreateDiagnostic(same.Key, [.. same]);
    }

    // One report for a method that ends an object: a flag, or null in each field, mends all its returns.
    private Diagnostic CreateDiagnostic((string One, string Many) advice, FlowFinding[] findings)
    {
        string[] names = [.. findings.Select(static finding => finding.Holder!.Name).Distinct()];
        bool isOne = names.Length == 1;
        return Diagnostic.Create(
            Rule,
            findings[0].Operation.Syntax.GetLocation(),
            $"{Quote(names)} still {(isOne ? "leads to the array that is" : "lead to the arrays that are")} returned here",
            isOne ? advice.One : advice.Many);
    }

    private static (string One, string Many) AdviceFor(FlowFinding finding) => finding switch
    {
        { Holder: IParameterSymbol, Rental.Given: null } =>
            ("give the caller a copy, or let the caller return the array", "give the caller copies, or let the caller return the arrays"),
        { Holder: IParameterSymbol } =>
            ("set the parameter to null, or the caller returns the array again", "set the parameters to null, or the caller returns the arrays again"),
        { Kind: FindingKind.EndedWhileViewed } =>
            ("store a copy, or return the array after the last use of the field", "store copies, or return the arrays after the last use of the fields"),
        { Holder: IFieldSymbol { IsReadOnly: true } } => (
            "record in a flag that it was returned, and leave the method first where the flag is set",
            "record in a flag that they were returned, and leave the method first where the flag is set"),
        _ => ("set the field to null, or a second Dispose returns the array again", "set the fields to null, or a second Dispose returns the arrays again"),
    };

    // The project that has an internal type sees how often it ends. But code outside of it calls what overrides a method of the framework.
    private static bool IsCalledByStrangers(BodyFlow body)
        => (Visibility.IsOutside(body.Owner.ContainingType) || body.Owner is IMethodSymbol { IsOverride: true })
            && !IsOfTests(body);

    // A readonly struct cannot forget its array, and neither can a readonly method. Their users, and those of a ref struct, dispose one copy, once.
    private static bool CannotChange(ISymbol holder, ISymbol owner)
        => holder is IFieldSymbol { IsStatic: false, ContainingType: { TypeKind: TypeKind.Struct } type }
            && (type.IsReadOnly || type.IsRefLikeType || owner is IMethodSymbol { IsReadOnly: true });

    private static bool IsLeftToOthers(FlowFinding finding, BodyFlow body, CancellationToken cancellation)
        => (finding.Holder is IParameterSymbol parameter ? parameter.ContainingSymbol : body.Owner) switch
        {
            // A finalizer is the last code that reads the field.
            IMethodSymbol { MethodKind: MethodKind.Destructor } => true,

            // The base class decides how often it calls the method. One that is not found, because a reference is missing, may do so once, too.
            IMethodSymbol { IsOverride: true } method => method.OverriddenMethod is not { } overridden || !Framework.Owns(overridden),

            // The callers of a helper may clear the field. A method that moves the contents to a new array has to do it itself.
            IMethodSymbol { DeclaredAccessibility: not Accessibility.Public, ExplicitInterfaceImplementations.IsEmpty: true } helper when !Flags.IsEnd(helper)
                => finding.Rental.Given is not null && (GivesAnArray(helper) || !ArrayGrowth.Copies(finding.Holder!, body, cancellation)),
            _ => false,
        };

    // _items = Grow();
    private static bool GivesAnArray(IMethodSymbol method)
        => method.ReturnType is IArrayTypeSymbol || method.Parameters.Any(static parameter => parameter.RefKind is RefKind.Ref or RefKind.Out);
}

/// <summary>
/// Finds out whether a member asks or sets a flag of its object. What a flag does is not judged, but for a path that leaves the object as it was
/// (<see cref="RepeatedReturn"/>): where there is a flag, the return may be guarded.
/// </summary>
internal sealed class Flags(BodyFlow body, CancellationToken cancellation)
{
    // Found once for a field: a long member has many returns.
    private readonly Dictionary<IFieldSymbol, (bool Here, bool Elsewhere)> _flags = new(SymbolEqualityComparer.Default);

    /// <summary>Whether the method ends its object.</summary>
    public static bool IsEnd(IMethodSymbol method) => method.Name is "Close" || method.Name.StartsWith("Dispose", StringComparison.Ordinal);

    /// <summary>
    /// Whether a flag may keep the array of a field from being returned twice: in the member that returns it, or in another end of the object if this is one.
    /// No flag of the object keeps a caller from its own variable.
    /// </summary>
    public bool MayGuard(FlowFinding finding)
    {
        if (finding.Holder is not IFieldSymbol holder)
            return false;

        if (!_flags.TryGetValue(holder, out (bool Here, bool Elsewhere) flag))
        {
            flag.Here = MemberSyntax.NodesAround(finding.Operation, cancellation).Any(node => IsFlag(node, holder));
            flag.Elsewhere = OtherEnds().Any(node => IsFlag(node, holder));
            _flags.Add(holder, flag);
        }

        return flag.Elsewhere || (flag.Here && !RepeatedReturn.IsIn(body.Body, finding.End!));
    }

    private IEnumerable<SyntaxNode> OtherEnds() => body.Owner is IMethodSymbol { ContainingType: var type } end && IsEnd(end)
        ? type.GetMembers().OfType<IMethodSymbol>().Where(method => IsEnd(method) && !SymbolEqualityComparer.Default.Equals(method, end))
            .SelectMany(static method => method.DeclaringSyntaxReferences)
            .SelectMany(declaration => declaration.GetSyntax(cancellation).DescendantNodes())
        : [];

    // '_isDisposed', '_state == State.Closed', 'if (_stream == null)'; what counts down, or exchanges; 'this = default'
    private bool IsFlag(SyntaxNode node, IFieldSymbol holder) => node switch
    {
        IdentifierNameSyntax name => body.Model.Of(name.SyntaxTree).GetSymbolInfo(name, cancellation).Symbol switch
        {
            IFieldSymbol field => IsFlag(field, field.Type, name, holder),
            IPropertySymbol property => IsFlag(property, property.Type, name, holder),
            _ => false,
        },
        InvocationExpressionSyntax call => MemberSyntax.NameOf(call) is "Exchange" or "CompareExchange" or "Decrement" or "Write"
            && call.ArgumentList.Arguments is [{ RefKindKeyword.RawKind: not 0, Expression: var target }, ..]
            && body.Model.Of(call.SyntaxTree).GetSymbolInfo(target, cancellation).Symbol is { } exchanged
            && IsOf(exchanged, holder),
        AssignmentExpressionSyntax assignment => assignment.Left is ThisExpressionSyntax,
        _ => false,
    };

    private bool IsFlag(ISymbol member, ITypeSymbol type, IdentifierNameSyntax name, IFieldSymbol holder)
        => IsOf(member, holder)
            && !SymbolEqualityComparer.Default.Equals(member, holder)
            && IsOfThisObject(member)
            && (type is { SpecialType: SpecialType.System_Boolean } or { TypeKind: TypeKind.Enum } || (type is not IArrayTypeSymbol && IsAsked(name)));

    // A static flag says nothing about the array of one object.
    private static bool IsOf(ISymbol flag, IFieldSymbol holder) => !flag.IsStatic || holder.IsStatic;

    private bool IsOfThisObject(ISymbol member)
    {
        INamedTypeSymbol? type = body.Owner.ContainingType;
        while (type is not null && !SymbolEqualityComparer.Default.Equals(type.OriginalDefinition, member.ContainingType.OriginalDefinition))
            type = type.BaseType;

        return type is not null;
    }

    private static bool IsAsked(IdentifierNameSyntax name) => name.Ancestors()
        .TakeWhile(static node => node is not MemberDeclarationSyntax)
        .Any(node => node is IfStatementSyntax { Condition: var condition } && condition.Span.Contains(name.Span));
}
