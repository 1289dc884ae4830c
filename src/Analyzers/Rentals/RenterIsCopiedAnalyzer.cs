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

    // Visits the mentions backwards, so that the next use of a variable is known at each copy: one pass, however many copies there are.
    private protected override IEnumerable<Diagnostic> Check(Body body, RentalTypes types, CancellationToken cancellation)
    {
        // The copied mentions, each with the message about its copy.
        Dictionary<IOperation, (SyntaxNode Place, string Message)> copies = body.Operations(cancellation)
            .Select(operation => CopyBy(operation, types) ?? CopyForACall(operation, types, cancellation) ?? HiddenCopy(operation, body.Owner, types))
            .OfType<(IOperation Source, SyntaxNode Place, string Message)>()
            .GroupBy(static copy => copy.Source)
            .ToDictionary(static same => same.Key, static same => (same.First().Place, same.First().Message));
        if (copies.Count == 0)
            yield break;

        var nextUses = new Dictionary<ISymbol, RentalUse>(SymbolEqualityComparer.Default);
        IEnumerable<IOperation> mentions = body.Operations(cancellation)
            .Reverse()
            .WithCheckpoints(cancellation)
            .Where(operation => VariableOf(operation) is not null && operation.Type is { IsRefLikeType: true });
        foreach (IOperation mention in mentions)
        {
            ISymbol variable = VariableOf(mention)!;
            if (copies.TryGetValue(mention, out (SyntaxNode Place, string Message) copy) && LivesOn(variable, nextUses))
                yield return Diagnostic.Create(Rule, copy.Place.GetLocation(), copy.Message);

            nextUses[variable] = types.UseOf(mention);
        }
    }

    private static (IOperation Source, SyntaxNode Place, string Message)? CopyBy(IOperation operation, RentalTypes types)
    {
        (ILocalSymbol? copy, IOperation? source) = operation switch
        {
            IVariableDeclaratorOperation { Symbol: var local } declarator => (local, declarator.GetVariableInitializer()?.Value),
            ISimpleAssignmentOperation { IsRef: false, Target: ILocalReferenceOperation target, Value: var value } => (target.Local, value),
            _ => (null, null),
        };
        if (copy is not { RefKind: RefKind.None } || VariableOf(source) is not (not IFieldSymbol and { Name: var original }) || !IsCopyable(copy.Type, types))
            return null;

        // What changes a writer needs a reference that is not readonly.
        string alias = types.IsWriter(copy.Type) ? $"{original}.AsRef()" : $"ref readonly var {copy.Name} = ref {original}";
        string message = $"'{copy.Name}' copies '{original}', and disposing either ends the rental of both; use '{original}' itself, or '{alias}'";
        return (source!, source!.Syntax, message);
    }

    // 'WriteHeader(text)', and 'WriteHeader(text.AsRef())', which passes no reference either.
    private static (IOperation Source, SyntaxNode Place, string Message)? CopyForACall(IOperation operation, RentalTypes types, CancellationToken cancellation)
    {
        if (operation is not IArgumentOperation { Parameter: { } parameter, Value: var value } || !types.Copies.AreWrittenTo(parameter, cancellation))
            return null;

        SyntaxNode original = (value is IInvocationOperation { TargetMethod.Name: "AsRef", Instance: { } writer } ? value = writer : value).Syntax;
        while (VariableOf(value) is null && value is IFieldReferenceOperation { Instance: { } holder })
            value = holder;

        return VariableOf(value) is not null
            ? (value, original, $"'{parameter.ContainingSymbol.Name}' writes to a copy of '{original}', so '{original}' does not get the text or elements; "
                + $"declare its parameter 'ref', and pass 'ref {original}.AsRef()'")
            : null;
    }

    // '_text.Append(name)', where the field is readonly: the compiler makes a copy for the call, and throws it away.
    private static (IOperation Source, SyntaxNode Place, string Message)? HiddenCopy(IOperation operation, ISymbol owner, RentalTypes types)
        => operation is IInvocationOperation { TargetMethod: { IsReadOnly: false } method, Instance: IFieldReferenceOperation { Field: var field } writer }
            && types.IsWriter(field.Type)
            && VariableOf(writer) is not null
            && !types.IsDispose(method)
            && !RentalTypes.IsHandOver(method)
            && owner is IMethodSymbol member
            && (member.IsReadOnly || (field.IsReadOnly && member is { MethodKind: not MethodKind.Constructor, IsInitOnly: false }))
                ? (writer, writer.Syntax, $"'{method.Name}' writes to a copy of '{field.Name}', which is readonly here, so '{field.Name}' does not get the "
                    + "text or elements; declare neither the field nor the member 'readonly'")
                : null;

    private static bool IsCopyable(ITypeSymbol? type, RentalTypes types) => types.KindOf(type) is RentalKind.Renter or RentalKind.Writer;

    // A variable without a later use has moved into the copy. The same holds if its next use assigns it, as in a swap.
    private static bool LivesOn(ISymbol variable, Dictionary<ISymbol, RentalUse> nextUses)
    {
        if (nextUses.TryGetValue(variable, out RentalUse next))
            return next != RentalUse.Write;

        // The using of the variable, the caller of the method, or the struct around it still holds the rental.
        return variable is ILocalSymbol { IsUsing: true } or IParameterSymbol { RefKind: not RefKind.None } or IFieldSymbol;
    }

    private static ISymbol? VariableOf(IOperation? operation) => operation switch
    {
        ILocalReferenceOperation { IsDeclaration: false } reference => reference.Local,
        IParameterReferenceOperation reference => reference.Parameter,
        IFieldReferenceOperation { Instance: IInstanceReferenceOperation } reference => reference.Field,
        _ => null,
    };
}
