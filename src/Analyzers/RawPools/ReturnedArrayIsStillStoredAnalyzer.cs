using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// PG0208: A field, or a variable of the caller, must not hold an array that was returned, or the memory of a disposed owner. A task, or another object, must
/// not have the memory of a disposed owner either.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ReturnedArrayIsStillStoredAnalyzer() : RawPoolAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = CodeRules.RawPool(
        "PG0208",
        "Returned array or memory is still stored",
        "{0}; {1}");

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
        => StoredArrays(body, cancellation).Concat(StoredOwners(body)).Concat(OwnersLeftBehind(body));

    private IEnumerable<Diagnostic> OwnersLeftBehind(BodyFlow body) => OfOwners(body, FindingKind.UsedAfterEnd)
        .Concat(OfOwners(body, FindingKind.EndedWhileRunning))
        .Where(IsLeftBehind)
        .Select(finding =>
        {
            (string problem, string advice) = finding.Kind == FindingKind.EndedWhileRunning
                    ? ("while a task of this call may still use its memory", "await the task first")
                : Tasks.IsTask(finding.Operation.Type) ? ("while this task may still use its memory", "await the task first")
                : ("by this method, and what gets it or its memory here keeps that", "give away an owner that is not disposed here, or a copy");
            return Diagnostic.Create(Rule, finding.Operation.Syntax.GetLocation(), $"'{finding.Rental.Name}' is disposed {problem}", advice);
        });

    // Memory in a field may be there for the time of the rental only; what this method has rented and disposed is of no use in it.
    private IEnumerable<Diagnostic> StoredOwners(BodyFlow body) => OfOwners(body, FindingKind.EndedWhileViewed)
        .Where(static finding => finding.Rental.Given is null)
        .Concat(OfOwners(body, FindingKind.EndedWhileStored).Where(static finding => finding.IsOfUsing))
        .Select(finding => Diagnostic.Create(
            Rule,
            finding.Operation.Syntax.GetLocation(),
            $"'{finding.Rental.Name}' is disposed here, and '{PropertyFields.NameOf(finding.Holder!)}' still leads to its memory",
            "store an owner that is not disposed here, or a copy"));

    // ArrayIsUsedAfterReturnAnalyzer reports the new array of a growth.
    private IEnumerable<Diagnostic> StoredArrays(BodyFlow body, CancellationToken cancellation)
    {
        FlowFinding[] stored = [.. OfArrays(body, FindingKind.EndedWhileStored), .. OfArrays(body, FindingKind.EndedWhileViewed)];
        if (stored.Length == 0 || IsOfTests(body) || !Strangers.MayCall(body.Owner, body.Model, cancellation))
            return [];

        var flags = new Flags(body, cancellation);
        return from finding in stored
               where !ArrayGrowth.IsReturnOfTheNew(finding, body, cancellation)
               where !CannotChange(finding.Holder!, body.Owner) && !IsLeftToOthers(finding, body, cancellation) && !flags.MayGuard(finding)
               group finding by AdviceFor(finding) into same
               select CreateDiagnostic(same.Key, [.. same]);
    }

    // One report for a method that ends an object: a flag, or null in each field, fixes all its returns.
    private Diagnostic CreateDiagnostic((string One, string Many) advice, FlowFinding[] findings)
    {
        string[] names = [.. findings.Select(static finding => PropertyFields.NameOf(finding.Holder!)).Distinct()];
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
        { Holder: IFieldSymbol { AssociatedSymbol: not null } } => (
            "set the property to null, or a second Dispose returns the array again",
            "set the properties to null, or a second Dispose returns the arrays again"),
        _ => ("set the field to null, or a second Dispose returns the array again", "set the fields to null, or a second Dispose returns the arrays again"),
    };

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
            IMethodSymbol { IsOverride: true } method => method.OverriddenMethod is not { } overridden
                || !(Framework.Owns(overridden) || Strangers.MayCallBase(method)),

            // The callers of a helper may clear the field. A method that moves the contents to a new array has to do it itself.
            IMethodSymbol { DeclaredAccessibility: not Accessibility.Public, ExplicitInterfaceImplementations.IsEmpty: true } helper when !Flags.IsEnd(helper)
                => finding.Rental.Given is not null && (GivesAnArray(helper) || !ArrayGrowth.Copies(finding.Holder!, body, cancellation)),
            _ => false,
        };

    // _items = Grow();
    private static bool GivesAnArray(IMethodSymbol method)
        => method.ReturnType is IArrayTypeSymbol || method.Parameters.Any(static parameter => parameter.RefKind is RefKind.Ref or RefKind.Out);
}
