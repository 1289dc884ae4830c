using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.RawPools;

/// <summary>PG0216: A rented array holds what an earlier rental left in it, and not zeros.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RentedArrayIsTakenToBeEmptyAnalyzer() : PoolBodyAnalyzer(s_rule, "Rent")
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.RawPool(
        "PG0216",
        "Rented array is taken to be empty",
        "'{0}' holds what an earlier rental left in it, and this code needs {1}; clear the part that you use first, such as '{0}.AsSpan(0, length).Clear()'");

    private protected override IEnumerable<Diagnostic> Check(Body body, CancellationToken cancellation)
    {
        var pools = new PoolOrigins(body.Model, cancellation);
        HashSet<ISymbol> rented = new(
            body.Operations(cancellation).OfType<IVariableDeclaratorOperation>().Where(local => IsRented(local, pools)).Select(static local => local.Symbol),
            SymbolEqualityComparer.Default);
        return from mentions in body.Operations(cancellation).OfType<ILocalReferenceOperation>()
                   .Where(mention => rented.Contains(mention.Local))
                   .GroupBy(static mention => mention.Local, SymbolEqualityComparer.Default)
               let array = (ILocalSymbol)mentions.Key!
               let uses = mentions.OrderBy(static mention => mention.Syntax.SpanStart).ToArray()
               let isFlags = ((IArrayTypeSymbol)array.Type).ElementType.SpecialType == SpecialType.System_Boolean
               where Array.TrueForAll(uses, static use => Functions.Around(use) is null)
               let first = isFlags ? FirstOfFlags(uses) : FirstOfNumbers(uses)
               where first is not null
               select Diagnostic.Create(Rule, first.Syntax.GetLocation(), array.Name, isFlags ? "false" : "zeros");
    }

    // Another pool may clear its arrays.
    private static bool IsRented(IVariableDeclaratorOperation local, PoolOrigins pools)
        => local.Symbol is { RefKind: RefKind.None, Type: IArrayTypeSymbol { ElementType: var element } }
            && ArrayContents.IsNumberOrFlag(element)
            && local.GetVariableInitializer()?.Value is IInvocationOperation { TargetMethod.Name: "Rent", Instance: { } pool }
            && PoolIdentity.Of(pools.Of(pool)) is { Kind: "Shared" };

    // counts[x]++
    private static IOperation? FirstOfNumbers(ILocalReferenceOperation[] uses)
    {
        ILocalReferenceOperation? first = Array.Find(uses, ArrayContents.IsChanged);
        return first is null || Array.Exists(uses, ArrayContents.IsSet) || MayWriteBefore(first, uses, ArrayContents.IsReadOrChanged) ? null : first;
    }

    // if (seen[x]) ...; seen[x] = true;
    private static IOperation? FirstOfFlags(ILocalReferenceOperation[] uses)
    {
        ILocalReferenceOperation? first = Array.Find(uses, ArrayContents.IsRead);
        return first is null
            || !Array.Exists(uses, ArrayContents.IsSetToTrue)
            || Array.Exists(uses, use => ArrayContents.IsSet(use) && (use.Syntax.SpanStart < first.Syntax.SpanStart || !ArrayContents.IsSetToTrue(use)))
            || MayWriteBefore(first, uses, static use => ArrayContents.IsReadOrChanged(use) || ArrayContents.IsSetToTrue(use)) ? null : first;
    }

    // Code in the loop around the use, too: its last round comes before the next one.
    private static bool MayWriteBefore(IOperation use, ILocalReferenceOperation[] uses, Func<ILocalReferenceOperation, bool> isHarmless)
    {
        int end = (Loops.OutermostAround(use.Syntax) ?? use.Syntax).Span.End;
        return uses.Any(other => other.Syntax.SpanStart < end && !isHarmless(other));
    }
}
