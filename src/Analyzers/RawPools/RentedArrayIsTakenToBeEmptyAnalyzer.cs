using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.RawPools;

/// <summary>PG0216: A rented array holds what an earlier rental left in it, and not zeros.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RentedArrayIsTakenToBeEmptyAnalyzer() : PoolBodyAnalyzer(s_rule)
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

/// <summary>Tells what a mention of a local array does with its elements.</summary>
internal static class ArrayContents
{
    /// <summary>Whether an element of the type is a number or a bool, so that code may count on zero or false.</summary>
    public static bool IsNumberOrFlag(ITypeSymbol element) => element.SpecialType is SpecialType.System_Boolean
        or SpecialType.System_SByte or SpecialType.System_Byte or SpecialType.System_Int16 or SpecialType.System_UInt16 or SpecialType.System_Int32
        or SpecialType.System_UInt32 or SpecialType.System_Int64 or SpecialType.System_UInt64 or SpecialType.System_Single or SpecialType.System_Double
        or SpecialType.System_Decimal;

    /// <summary>Whether it adds to an element, or changes an element in another way that depends on what it was: <c>array[i]++</c>.</summary>
    public static bool IsChanged(ILocalReferenceOperation array) => ElementOf(array) is { } element && element.Parent switch
    {
        IIncrementOrDecrementOperation => true,
        ICompoundAssignmentOperation assignment => assignment.Target == element,
        _ => false,
    };

    /// <summary>Whether it sets an element to a new value.</summary>
    public static bool IsSet(ILocalReferenceOperation array) => AssignmentTo(array) is not null;

    public static bool IsSetToTrue(ILocalReferenceOperation array) => AssignmentTo(array) is { Value.ConstantValue.Value: true };

    /// <summary>Whether it only reads an element.</summary>
    public static bool IsRead(ILocalReferenceOperation array) => ElementOf(array) is { } element && !IsSet(array) && !IsChanged(array) && element.Parent switch
    {
        IArgumentOperation { Parameter.RefKind: not RefKind.None } or IAddressOfOperation or ITupleOperation => false,
        ISimpleAssignmentOperation { IsRef: true } or IVariableInitializerOperation { Parent: IVariableDeclaratorOperation { Symbol.IsRef: true } } => false,
        IAssignmentOperation assignment => assignment.Target != element,
        _ => true,
    };

    /// <summary>Whether the array has no new contents after it: it reads or changes an element, asks for the length, or returns the array.</summary>
    public static bool IsReadOrChanged(ILocalReferenceOperation array) => IsRead(array) || IsChanged(array) || array.Parent switch
    {
        IPropertyReferenceOperation { Property.Name: "Length" } => true,
        IConversionOperation { Parent: IBinaryOperation } => true, // array != null
        IArgumentOperation { Parent: IInvocationOperation { TargetMethod: { Name: "Return", ContainingType: var pool } } } => RawPoolProtocol.IsArrayPool(pool),
        _ => false,
    };

    private static ISimpleAssignmentOperation? AssignmentTo(ILocalReferenceOperation array)
        => ElementOf(array) is { Parent: ISimpleAssignmentOperation { IsRef: false } assignment } element && assignment.Target == element ? assignment : null;

    private static IArrayElementReferenceOperation? ElementOf(ILocalReferenceOperation array)
        => array.Parent is IArrayElementReferenceOperation element && element.ArrayReference == array && element.Indices is [not { Type.Name: "Range" }]
            ? element
            : null;
}
