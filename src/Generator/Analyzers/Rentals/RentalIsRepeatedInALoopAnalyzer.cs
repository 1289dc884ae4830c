using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Generator.Model;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Rentals;

/// <summary>PG0112: A loop rents the same length in each round, where one rental around it would do.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RentalIsRepeatedInALoopAnalyzer() : RentalAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Rental(
        "PG0112",
        "Rental is repeated in a loop",
        "Each round rents '{0}' from '{1}' with the same length; rent it once before the loop",
        DiagnosticSeverity.Info);

    private protected override void Register(CompilationStartAnalysisContext context, RentalTypes types)
        => context.RegisterOperationAction(operation => Analyze(operation, types), OperationKind.Loop);

    private void Analyze(OperationAnalysisContext context, RentalTypes types)
    {
        var loop = (ILoopOperation)context.Operation;
        if (loop.Body is not IBlockOperation body)
            return;

        List<Candidate> candidates = body.Operations.Select(statement => CandidateOf(statement, types)).OfType<Candidate>().ToList();
        if (candidates.Count == 0)
            return;

        LoopFacts facts = LoopFacts.Of(loop, types);
        foreach (Candidate candidate in candidates)
        {
            if (!facts.Suspends && !facts.GivenAway.Contains(candidate.Renter) && facts.IsInvariant(candidate.Length))
            {
                context.ReportDiagnostic(Diagnostic.Create(
                    Rule, candidate.Rent.Syntax.GetLocation(), candidate.Renter.Name, RentalDisplay.Of(candidate.Renter.Type)));
            }
        }
    }

    // 'using var x = T.Rent(length);' or 'using (var x = T.Rent(length))', straight in the loop's block.
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
            && AskedLength.ArgumentOf(rent) is { } length
            && !AskedLength.MayUseCallersMemory(rent)
            && types.DeclarationOf(type) is { } declaration
            && !IsCleared(declaration)
            ? new Candidate(renter, rent, length)
            : null;
    }

    // The loop may rely on it: each round begins with defaults, or leaves no trace.
    private static bool IsCleared(BufferDeclaration declaration) => (ClearMode)declaration.Options.Clear switch
    {
        ClearMode.Never => false,
        ClearMode.Auto => !declaration.Element.IsUnmanagedType,
        _ => true,
    };

    private sealed record Candidate(ILocalSymbol Renter, IInvocationOperation Rent, IOperation Length);
}
