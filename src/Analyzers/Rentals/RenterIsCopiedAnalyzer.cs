using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.Rentals;

/// <summary>
/// PG0106: Two variables refer to the same rental, one of them perhaps the parameter of a method that writes to it, or the hidden copy of a readonly field.
/// Copies of an owner are harmless by design.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RenterIsCopiedAnalyzer() : RentalAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = CodeRules.Rental(
        "PG0106",
        "Renter is copied",
        "{0}");

    private protected override IEnumerable<Diagnostic> Check(Body body, RentalTypes types, CancellationToken cancellation)
        => LiveCopies.In(
            body,
            operation => CopyBy(operation, types) ?? CopyForACall(operation, types, cancellation) ?? HiddenCopy(operation, body.Owner, types),
            cancellation).Select(copy => Diagnostic.Create(Rule, copy.Place.GetLocation(), copy.Message));

    private static Copy? CopyBy(IOperation operation, RentalTypes types)
    {
        if (LiveCopies.AssignedBy(operation) is not { } copied || !IsCopyable(copied.Local.Type, types))
            return null;

        (ILocalSymbol copy, IOperation source) = copied;
        string original = LiveCopies.VariableOf(source)!.Name;

        // What changes a writer needs a reference that is not readonly.
        string alias = types.IsWriter(copy.Type) ? $"{original}.AsRef()" : $"ref readonly var {copy.Name} = ref {original}";
        string message = $"'{copy.Name}' copies '{original}', and disposing either ends the rental of both; use '{original}' itself, or '{alias}'";
        return new Copy(source, source.Syntax, message);
    }

    // 'WriteHeader(text)', and 'WriteHeader(text.AsRef())', which passes no reference either.
    private static Copy? CopyForACall(IOperation operation, RentalTypes types, CancellationToken cancellation)
    {
        if (operation is not IArgumentOperation { Parameter: { } parameter, Value: var value } || !types.WritesToACopy(parameter, cancellation))
            return null;

        SyntaxNode original = (value is IInvocationOperation { TargetMethod.Name: "AsRef", Instance: { } writer } ? value = writer : value).Syntax;
        while (LiveCopies.VariableOf(value) is null && value is IFieldReferenceOperation { Instance: { } holder })
            value = holder;

        return LiveCopies.VariableOf(value) is not null
            ? new Copy(
                value,
                original,
                $"'{parameter.ContainingSymbol.Name}' writes to a copy of '{original}', so '{original}' does not get the text or elements; "
                    + $"declare its parameter 'ref', and pass 'ref {original}.AsRef()'")
            : null;
    }

    // '_text.Append(name)', where the field is readonly: the compiler makes a copy for the call, and throws it away.
    private static Copy? HiddenCopy(IOperation operation, ISymbol owner, RentalTypes types)
        => operation is IInvocationOperation { TargetMethod: { IsReadOnly: false } method, Instance: IFieldReferenceOperation { Field: var field } writer }
            && types.IsWriter(field.Type)
            && LiveCopies.VariableOf(writer) is not null
            && !types.IsDispose(method)
            && !RentalTypes.IsHandOver(method)
            && owner is IMethodSymbol member
            && (member.IsReadOnly || (field.IsReadOnly && member is { MethodKind: not MethodKind.Constructor, IsInitOnly: false }))
                ? new Copy(
                    writer,
                    writer.Syntax,
                    $"'{method.Name}' writes to a copy of '{field.Name}', which is readonly here, so '{field.Name}' does not get the text or elements; "
                        + "declare neither the field nor the member 'readonly'")
                : null;

    private static bool IsCopyable(ITypeSymbol? type, RentalTypes types) => types.KindOf(type) is RentalKind.Renter or RentalKind.Writer;
}
