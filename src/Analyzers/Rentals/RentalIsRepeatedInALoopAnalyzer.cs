using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;
using PooledGen.Generator.Parsing;

namespace PooledGen.Analyzers.Rentals;

/// <summary>PG0112: A loop rents the same length in each round, although one rental around the loop is enough.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RentalIsRepeatedInALoopAnalyzer() : RentalBodyAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Rental(
        "PG0112",
        "Rental is repeated in a loop",
        "Each round rents '{0}' from '{1}' with the same length; rent it once before the loop",
        DiagnosticSeverity.Info);

    private protected override IEnumerable<Diagnostic> Check(Body body, RentalTypes types, CancellationToken cancellation)
        => body.Operations(cancellation).OfType<ILoopOperation>().SelectMany(loop => Check(loop, types, cancellation));

    private IEnumerable<Diagnostic> Check(ILoopOperation loop, RentalTypes types, CancellationToken cancellation)
    {
        if (loop.Body is not IBlockOperation body)
            yield break;

        List<Candidate> candidates = body.Operations.Select(statement => CandidateOf(statement, types)).OfType<Candidate>().ToList();
        if (candidates.Count == 0)
            yield break;

        LoopFacts facts = LoopFacts.Of(loop, types, cancellation);
        foreach (Candidate candidate in candidates)
        {
            if (!facts.Suspends && !facts.GivenAway.Contains(candidate.Renter) && facts.IsInvariant(candidate.Length))
                yield return Diagnostic.Create(Rule, candidate.Rent.Syntax.GetLocation(), candidate.Renter.Name, RentalDisplay.Of(candidate.Renter.Type));
        }
    }

    // 'using var x = T.Rent(length);' or 'using (var x = T.Rent(length))', directly in the loop's block.
    private static Candidate? CandidateOf(IOperation statement, RentalTypes types)
    {
        IVariableDeclarationGroupOperation? group = statement switch
        {
            IUsingDeclarationOperation usingDeclaration => usingDeclaration.DeclarationGroup,
            IUsingOperation { Resources: IVariableDeclarationGroupOperation resources } => resources,
            _ => null,
        };

        IVariableDeclaratorOperation? declarator = group?.Declarations.SelectMany(static declaration => declaration.Declarators).FirstOrDefault();
        return declarator is { Symbol: var renter, Initializer.Value: IInvocationOperation { TargetMethod: { Name: "Rent", ContainingType: var type } } rent }
            && types.IsRenter(type)
            && RequestedLength.ArgumentOf(rent) is { } length
            && !RequestedLength.MayUseCallersMemory(rent)
            && types.DeclarationOf(type) is { } declaration
            && !IsCleared(declaration)
            ? new Candidate(renter, rent, length)
            : null;
    }

    // The loop may rely on clearing, because each round then begins with default values or leaves no data behind.
    private static bool IsCleared(BufferDeclaration declaration)
        => Clearing.OnRent(declaration.Options.Clear) || Clearing.OnReturn(declaration.Options.Clear, !declaration.Element.IsUnmanagedType);

    private sealed record Candidate(ILocalSymbol Renter, IInvocationOperation Rent, IOperation Length);
}
