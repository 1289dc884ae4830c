using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Bodies;

/// <summary>A copy of a struct that holds a rental.</summary>
/// <param name="Source">The mention of the variable that is copied.</param>
/// <param name="Place">Where to report it.</param>
/// <param name="Message">What is wrong with it.</param>
internal sealed record Copy(IOperation Source, SyntaxNode Place, string Message);

/// <summary>Finds the copies of variables that are still used afterwards.</summary>
internal static class LiveCopies
{
    /// <summary>The copies in a body whose original lives on.</summary>
    /// <param name="body">The body.</param>
    /// <param name="copyBy">The copy that an operation makes; null if it makes none.</param>
    /// <param name="cancellation">Cancels the search.</param>
    // Visits the mentions backwards, so that the next use of a variable is known at each copy: one pass, however many copies there are.
    public static IEnumerable<Copy> In(Body body, Func<IOperation, Copy?> copyBy, CancellationToken cancellation)
    {
        Dictionary<IOperation, Copy> copies = body.Operations(cancellation)
            .Select(copyBy)
            .OfType<Copy>()
            .GroupBy(static copy => copy.Source)
            .ToDictionary(static same => same.Key, static same => same.First());
        if (copies.Count == 0)
            yield break;

        var isNextAWrite = new Dictionary<ISymbol, bool>(SymbolEqualityComparer.Default);
        foreach (IOperation mention in body.Operations(cancellation).Reverse().WithCheckpoints(cancellation))
        {
            if (VariableOf(mention) is not { } variable)
                continue;

            if (copies.TryGetValue(mention, out Copy copy) && LivesOn(variable, isNextAWrite))
                yield return copy;

            isNextAWrite[variable] = mention.Parent switch
            {
                ISimpleAssignmentOperation assignment => assignment.Target == mention,
                IArgumentOperation argument => argument.Parameter?.RefKind == RefKind.Out,
                _ => false,
            };
        }
    }

    /// <summary>The local that an operation copies a local or a parameter to; null if it does not.</summary>
    public static (ILocalSymbol Local, IOperation Source)? AssignedBy(IOperation operation)
    {
        (ILocalSymbol? local, IOperation? source) = operation switch
        {
            IVariableDeclaratorOperation declarator => (declarator.Symbol, declarator.GetVariableInitializer()?.Value),
            ISimpleAssignmentOperation { IsRef: false, Target: ILocalReferenceOperation target, Value: var value } => (target.Local, value),
            _ => (null, null),
        };
        return local is { RefKind: RefKind.None } && source is not null && VariableOf(source) is ILocalSymbol or IParameterSymbol ? (local, source) : null;
    }

    /// <summary>The local, the parameter, or the field of this object that the operation mentions.</summary>
    public static ISymbol? VariableOf(IOperation? operation) => operation switch
    {
        ILocalReferenceOperation { IsDeclaration: false } reference => reference.Local,
        IParameterReferenceOperation reference => reference.Parameter,
        IFieldReferenceOperation { Instance: IInstanceReferenceOperation } reference => reference.Field,
        _ => null,
    };

    // A variable without a later use has moved into the copy. The same holds if its next use assigns it, as in a swap.
    private static bool LivesOn(ISymbol variable, Dictionary<ISymbol, bool> isNextAWrite)
    {
        if (isNextAWrite.TryGetValue(variable, out bool isWrite))
            return !isWrite;

        // The using of the variable, the caller of the method, or the struct around it still holds the rental.
        return variable is ILocalSymbol { IsUsing: true } or IParameterSymbol { RefKind: not RefKind.None } or IFieldSymbol;
    }
}
