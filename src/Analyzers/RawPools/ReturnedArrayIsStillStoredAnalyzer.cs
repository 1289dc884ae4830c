using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
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

    // NewArrayIsReturnedAnalyzer reports the new array of a growth.
    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
    {
        var flags = new FlagSetters(body.Model, cancellation);
        return from finding in OfArrays(body, FindingKind.EndedWhileStored).Concat(OfArrays(body, FindingKind.EndedWhileViewed))
               where !Growth.IsReturnOfTheNew(finding, body, cancellation)
               where !CannotChange(finding.Holder!) && !IsLeftToOthers(finding, body, cancellation) && !IsGuarded(finding, flags, body)
               group finding by AdviceFor(finding, body, cancellation) into same
               select CreateDiagnostic(same.Key, [.. same]);
    }

    // One report for a method that ends an object: a flag, or null in each field, mends all its returns.
    private Diagnostic CreateDiagnostic((string One, string Many) advice, Finding[] findings)
    {
        string[] names = [.. findings.Select(static finding => finding.Holder!.Name).Distinct()];
        bool isOne = names.Length == 1;
        return Diagnostic.Create(
            Rule,
            findings[0].Operation.Syntax.GetLocation(),
            $"{Quote(names)} still {(isOne ? "leads to the array that is" : "lead to the arrays that are")} returned here",
            isOne ? advice.One : advice.Many);
    }

    private static (string One, string Many) AdviceFor(Finding finding, BodyFlow body, CancellationToken cancellation) => finding switch
    {
        { Holder: IParameterSymbol, Rental.Given: null } =>
            ("give the caller a copy, or let the caller return the array", "give the caller copies, or let the caller return the arrays"),
        { Holder: IParameterSymbol } =>
            ("set the parameter to null, or the caller returns the array again", "set the parameters to null, or the caller returns the arrays again"),
        { Kind: FindingKind.EndedWhileViewed } =>
            ("store a copy, or return the array after the last use of the field", "store copies, or return the arrays after the last use of the fields"),
        _ when Flags.SetInVainAround(finding.Operation, body, cancellation) is { } flag => (
            $"'{flag}' is set and does not keep a second call from returning the array again; leave the method first where it is set",
            $"'{flag}' is set and does not keep a second call from returning the arrays again; leave the method first where it is set"),
        { Holder: IFieldSymbol field } when body.Owner is IMethodSymbol { IsReadOnly: true } => (
            $"take the 'readonly' off {(field.IsReadOnly ? "the method and the field" : "the method")}, and set the field to null",
            $"take the 'readonly' off {(field.IsReadOnly ? "the method and the fields" : "the method")}, and set the fields to null"),
        { Holder: IFieldSymbol { IsReadOnly: true } } => (
            "record in a flag that it was returned, and leave the method first where the flag is set",
            "record in a flag that they were returned, and leave the method first where the flag is set"),
        _ => ("set the field to null, or a second Dispose returns the array again", "set the fields to null, or a second Dispose returns the arrays again"),
    };

    // A caller that asks a flag of its own guards the return, too. No flag of the object keeps a caller from its own variable.
    private static bool IsGuarded(Finding finding, FlagSetters flags, BodyFlow body)
    {
        if (finding.Holder is not IFieldSymbol field)
            return false;

        IOperation end = finding.Operation;
        SyntaxNode? returned = body.Owner is IMethodSymbol method && Flags.AreSetByACallerOf(method, field, body.Model) ? null : end.Syntax;
        return flags.Around(end, field).Any(node => Flags.IsSetBy(node, field, returned, body.Model));
    }

    // A readonly struct cannot forget its array. Its users dispose one copy, once.
    private static bool CannotChange(ISymbol holder) => holder is { IsStatic: false, ContainingType: { TypeKind: TypeKind.Struct, IsReadOnly: true } };

    private static bool IsLeftToOthers(Finding finding, BodyFlow body, CancellationToken cancellation)
        => (finding.Holder is IParameterSymbol parameter ? parameter.ContainingSymbol : body.Owner) switch
        {
            // A finalizer is the last code that reads the field.
            IMethodSymbol { MethodKind: MethodKind.Destructor } => true,

            // The callers of a private method may clear the field. A method that moves the contents to a new array has to do it itself.
            IMethodSymbol { DeclaredAccessibility: Accessibility.Private, ExplicitInterfaceImplementations.IsEmpty: true } helper
                => finding.Rental.Given is not null && (GivesAnArray(helper) || !Growth.Copies(finding.Holder!, body, cancellation)),

            // Other types may call this helper too, but its caller in the type checks a flag to call it only once.
            IMethodSymbol { DeclaredAccessibility: not Accessibility.Public } helper when finding.Holder is IFieldSymbol field
                => finding.Rental.Given is not null && Flags.AreSetByACallerOf(helper, field, body.Model),
            _ => false,
        };

    // _items = Grow();
    private static bool GivesAnArray(IMethodSymbol method)
        => method.ReturnType is IArrayTypeSymbol || method.Parameters.Any(static parameter => parameter.RefKind is RefKind.Ref or RefKind.Out);
}
