using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>Recognizes code that grows an array: it copies the contents of a variable into a new array and keeps the new array there instead.</summary>
internal static class ArrayGrowth
{
    /// <summary>
    /// Whether a finding is about a mistake of such code: it returns the new array to the pool instead of the old one. If the variable keeps the old
    /// array, the new one is an ordinary copy, and the finding is about the copy.
    /// </summary>
    public static bool IsReturnOfTheNew(FlowFinding finding, BodyFlow body, CancellationToken cancellation)
        => IsReturnOfTheReplacement(finding, body, cancellation)
            || finding is { Kind: FindingKind.EndedWhileStored or FindingKind.EndedWhileViewed or FindingKind.UsedAfterEnd, Rental.Given: null, End: { } end }
            && CopiesInto(finding.Rental, body, cancellation)
                .Where(copy => copy.Call.SpanStart < end.Syntax.SpanStart)
                .Any(copy => MemberSyntax.NodesAround(end, cancellation).Any(node => Replaces(node, copy, body.Model)));

    // old = _slots; Initialize(); slots = _slots; slots[i] = old[i]; Return(slots): a local keeps the old array of a field that gets a new one, is read
    // afterwards, and goes back to no pool.
    private static bool IsReturnOfTheReplacement(FlowFinding finding, BodyFlow body, CancellationToken cancellation)
    {
        if (finding is not { Kind: FindingKind.EndedWhileStored, Holder: IFieldSymbol field, End: IInvocationOperation { Syntax: var end } })
            return false;

        SyntaxNode[] nodes = [.. MemberSyntax.NodesAround(finding.End, cancellation).Where(node => node.SpanStart < end.Span.End)];
        int replaced = nodes.Where(node => !node.Contains(end) && GivesANewArray(node, field, body, cancellation))
            .Select(static node => node.Span.End)
            .DefaultIfEmpty(-1)
            .Last();
        return nodes.OfType<VariableDeclaratorSyntax>()
            .Where(old => old.Span.End <= replaced && old.Initializer is { } initializer && Is(initializer.Value, field, body.Model))
            .Select(old => body.Model.GetDeclaredSymbol(old, cancellation))
            .Any(old => old is not null && IsReadButNotReturned(old));

        bool IsReadButNotReturned(ISymbol old)
        {
            IdentifierNameSyntax[] later = [.. end.FirstAncestorOrSelf<BlockSyntax>()!.DescendantNodes()
                .OfType<IdentifierNameSyntax>()
                .Where(name => name.SpanStart > replaced && name.Identifier.ValueText == old.Name)];
            return later.Length > 0 && Array.TrueForAll(later, static name => name.Parent is ElementAccessExpressionSyntax
                || name.Parent is ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax call } && IsCopy(call)
                || name.Parent is MemberAccessExpressionSyntax);
        }
    }

    // '_slots = pool.Rent(n)', or a call of a method of the type that does this.
    private static bool GivesANewArray(SyntaxNode node, IFieldSymbol field, BodyFlow body, CancellationToken cancellation) => node switch
    {
        AssignmentExpressionSyntax { Right: InvocationExpressionSyntax rent } assignment
            => MemberSyntax.NameOf(rent) == "Rent" && MemberSyntax.NameOfTarget(assignment.Left) == field.Name,
        InvocationExpressionSyntax call
            => body.Model.GetSymbolInfo(call, cancellation).Symbol is IMethodSymbol { DeclaringSyntaxReferences: [var declaration] } helper
            && SymbolEqualityComparer.Default.Equals(helper.ContainingType, field.ContainingType)
            && declaration.GetSyntax(cancellation).DescendantNodes()
                .Any(inner => inner is AssignmentExpressionSyntax && GivesANewArray(inner, field, body, cancellation)),
        _ => false,
    };

    /// <summary>Whether the body copies the contents of a field or a parameter into an array that it rents.</summary>
    public static bool Copies(ISymbol source, BodyFlow body, CancellationToken cancellation) => body.OccurrencesOf
        .Where(static occurrences => occurrences.Key.Given is null)
        .SelectMany(occurrences => CopiesInto(occurrences.Key, body, cancellation))
        .Any(copy => SymbolEqualityComparer.Default.Equals(copy.Source, source));

    /// <summary>
    /// The assignments that replace a field's array by its copy in an array that the body rents, if the body gives the new array to no other code.
    /// </summary>
    public static IEnumerable<(AssignmentExpressionSyntax Assignment, IFieldSymbol Field)> ReplacedFields(BodyFlow body, CancellationToken cancellation)
    {
        AssignmentExpressionSyntax[] stores = [.. body.OccurrencesOf.Select(OnlyStoreOf).OfType<AssignmentExpressionSyntax>()];
        if (stores.Length == 0)
            return [];

        ILookup<ISymbol, Copy> copies = MemberSyntax.Around(stores[0])!.DescendantNodes().WithCheckpoints(cancellation)
            .OfType<InvocationExpressionSyntax>()
            .Where(IsCopy)
            .Select(call => CopyBy(call, body.Model))
            .OfType<Copy>()
            .ToLookup(static copy => copy.Target, SymbolEqualityComparer.Default);
        return from store in stores
               let target = SymbolOf(body.Model.GetOperation(store.Right))
               where target is not null
               let copy = copies[target].FirstOrDefault()
               where copy is { Source: IFieldSymbol } && copy.Call.SpanStart < store.SpanStart && Replaces(store, copy, body.Model)
               select (store, (IFieldSymbol)copy.Source);
    }

    // The assignment that gives a rented array away, if nothing else does.
    private static AssignmentExpressionSyntax? OnlyStoreOf(IGrouping<Rental, Occurrence> occurrences)
    {
        if (occurrences.Key.Given is not null)
            return null;

        SyntaxNode[] handedOn = [.. occurrences
            .Where(static occurrence => occurrence.Kind is StepKind.Escape or StepKind.Pass)
            .Select(static occurrence => occurrence.Operation.Syntax)
            .Distinct()];
        return handedOn is [{ Parent: AssignmentExpressionSyntax store } only] && store.Right == only ? store : null;
    }

    private static IEnumerable<Copy> CopiesInto(Rental rental, BodyFlow body, CancellationToken cancellation) => body.OccurrencesOf[rental]
        .WithCheckpoints(cancellation)
        .Select(occurrence => CopyInto(occurrence.Operation.Syntax, body.Model))
        .OfType<Copy>();

    private static Copy? CopyInto(SyntaxNode mention, SemanticModel model)
        => mention.FirstAncestorOrSelf<InvocationExpressionSyntax>(IsCopy) is { } call
            && CopyBy(call, model) is { } copy
            && copy.Into.Contains(mention.Span)
                ? copy
                : null;

    // Asks the model, because a control flow graph replaces some sources by captures.
    private static Copy? CopyBy(InvocationExpressionSyntax syntax, SemanticModel model)
    {
        if (model.GetOperation(syntax) is not IInvocationOperation call)
            return null;

        IEnumerable<IOperation?> values = [call.Instance, .. call.Arguments.Select(static argument => argument.Value)];
        return values
                .Where(static value => value?.Type?.SpecialType is not (SpecialType.System_Int32 or SpecialType.System_Int64) && SymbolOf(value) is not null)
                .ToArray() is [{ } source, { } target]
            ? new Copy(syntax, SymbolOf(source)!, SymbolOf(target)!, target.Syntax.Span)
            : null;
    }

    private static bool IsCopy(InvocationExpressionSyntax call) => MemberSyntax.NameOf(call) is "CopyTo" or "Copy" or "BlockCopy" or "ConstrainedCopy";

    // '_items = next', or 'old = _items' if the copy goes into the field.
    private static bool Replaces(SyntaxNode node, Copy copy, SemanticModel model) => node switch
    {
        AssignmentExpressionSyntax { Left: TupleExpressionSyntax targets, Right: TupleExpressionSyntax values }
            => targets.Arguments
                .Zip(values.Arguments, (target, value) => Is(target.Expression, copy.Source, model) && Is(value.Expression, copy.Target, model))
                .Contains(true),
        AssignmentExpressionSyntax assignment => Is(assignment.Left, copy.Source, model) && Is(assignment.Right, copy.Target, model),
        VariableDeclaratorSyntax { Initializer: { } initializer } declarator
            => SymbolEqualityComparer.Default.Equals(model.GetDeclaredSymbol(declarator), copy.Source) && Is(initializer.Value, copy.Target, model),
        _ => false,
    };

    private static bool Is(ExpressionSyntax expression, ISymbol symbol, SemanticModel model)
        => SymbolEqualityComparer.Default.Equals(SymbolOf(model.GetOperation(expression)), symbol);

    private static ISymbol? SymbolOf(IOperation? value) => value switch
    {
        ILocalReferenceOperation local => local.Local,
        IParameterReferenceOperation parameter => parameter.Parameter,
        IFieldReferenceOperation field => field.Field,
        IDeclarationExpressionOperation declaration => SymbolOf(declaration.Expression),
        ISimpleAssignmentOperation assignment => SymbolOf(assignment.Value),
        IConversionOperation conversion => SymbolOf(conversion.Operand),
        _ => value is not null && Views.ViewedBy(value) is { } viewed ? SymbolOf(viewed) : null,
    };

    private sealed record Copy(InvocationExpressionSyntax Call, ISymbol Source, ISymbol Target, TextSpan Into);
}
