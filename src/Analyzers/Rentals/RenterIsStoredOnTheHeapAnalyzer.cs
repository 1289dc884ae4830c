using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;
using PooledGen.Generator.Parsing;

namespace PooledGen.Analyzers.Rentals;

/// <summary>
/// PG0118: The compiler refuses a renter in a field (CS8345), in a list or an interpolated string (CS9244), in an array (CS0611) and as an object (CS0029), and
/// it has no <c>Memory</c> (CS1061). The rule says beside it what to write instead.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RenterIsStoredOnTheHeapAnalyzer() : RentalAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = CodeRules.Rental(
        "PG0118",
        "Renter is stored on the heap",
        "'{0}' is a ref struct, which lives on the stack, so {1} cannot hold it; {2}",
        DiagnosticSeverity.Error);

    private protected override void Register(CompilationStartAnalysisContext context, RentalTypes types)
    {
        context.RegisterSymbolAction(
            symbol =>
            {
                if (!symbol.IsGeneratedCode && Check(symbol.Symbol, types) is { } diagnostic)
                    symbol.ReportDiagnostic(diagnostic);
            },
            SymbolKind.Field,
            SymbolKind.Property);
        base.Register(context, types);
    }

    private Diagnostic? Check(ISymbol member, RentalTypes types)
    {
        (ITypeSymbol type, string kind) = member is IFieldSymbol field ? (field.Type, "field") : (((IPropertySymbol)member).Type, "property");
        ITypeSymbol? handle = IsHandle(type, types) && IsOnTheHeap(member) ? type : HeldBy(type, types);
        return handle is null ? null : Report(member.Locations[0], handle, $"the {kind} '{member.Name}'");
    }

    // A field's initializer creates what the field holds.
    private protected override IEnumerable<Diagnostic> Check(Body body, RentalTypes types, CancellationToken cancellation)
        => body.Operations(cancellation).Select(operation => operation switch
        {
            IObjectCreationOperation or IArrayCreationOperation when body.Root is not (IFieldInitializerOperation or IPropertyInitializerOperation)
                => operation.Type is { } created && HeldBy(created, types) is { } handle
                    ? Report(operation.Syntax.GetLocation(), handle, $"'{RentalDisplay.Of(created)}'")
                    : null,

            // object boxed = renter;
            IConversionOperation
            {
                Conversion.Exists: false, Type: { IsReferenceType: true, TypeKind: not TypeKind.Error } box, Operand: { Type: { } handle } boxed,
            } => IsHandle(handle, types) ? Report(boxed.Syntax.GetLocation(), handle, $"'{RentalDisplay.Of(box)}'") : null,

            // $"{renter}"; a handler may have a method for it.
            IInterpolationOperation { Expression: { Type: { } handle } part } => IsHandle(handle, types) && IsRefused(part, body.Model, cancellation)
                ? Report(part.Syntax.GetLocation(), handle, "an interpolated string", $"write '{part.Syntax}.ToString()' there")
                : null,

            // renter.Memory
            IInvalidOperation { Syntax: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Memory", Expression: var renter } memory }
                => body.Model.GetTypeInfo(renter, cancellation).Type is { } handle && IsHandle(handle, types)
                    ? Report(memory.GetLocation(), handle, "a memory", $"use the Memory of {OneInsteadOf(handle)}")
                    : null,
            _ => null,
        }).OfType<Diagnostic>();

    private static bool IsRefused(IOperation part, SemanticModel model, CancellationToken cancellation)
        => model.GetDiagnostics(part.Syntax.Span, cancellation).Any(static error => error.Id is "CS9244" or "CS0306" or "CS0029");

    private Diagnostic Report(Location place, ITypeSymbol handle, string holder, string? advice = null)
        => Diagnostic.Create(Rule, place, RentalDisplay.Of(handle), holder, advice ?? $"store {OneInsteadOf(handle)}");

    private static bool IsHandle(ITypeSymbol type, RentalTypes types) => type.IsRefLikeType && types.KindOf(type) != RentalKind.None;

    private static ITypeSymbol? HeldBy(ITypeSymbol type, RentalTypes types)
    {
        ITypeSymbol? handle = null;
        return TypeTree.Holds(type, held => IsHandle(handle = held, types)) ? handle : null;
    }

    // A field of a ref struct lies on the stack. A property without a field stores nothing.
    private static bool IsOnTheHeap(ISymbol member)
        => (member.IsStatic || !member.ContainingType.IsRefLikeType)
            && (member is IFieldSymbol || member.ContainingType.GetMembers().OfType<IFieldSymbol>().Any(
                field => SymbolEqualityComparer.Default.Equals(field.AssociatedSymbol, member)));

    // The owner or the class that is rented in the same way.
    private static string OneInsteadOf(ITypeSymbol handle)
        => handle.GetMembers(WellKnownNames.RentOwner).OfType<IMethodSymbol>().FirstOrDefault() is { } rent
            ? $"a '{RentalDisplay.Of(rent.ReturnType)}' from '{RentalDisplay.Of(handle)}.{rent.Name}'"
            : "a 'PooledBufferWriter' from 'Pool.CreateBufferWriter'";
}
