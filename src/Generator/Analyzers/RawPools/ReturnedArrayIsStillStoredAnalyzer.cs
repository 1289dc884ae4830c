using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Generator.Analyzers.Flow;

namespace PooledGen.Generator.Analyzers.RawPools;

/// <summary>PG0208: What was returned must not be found again.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ReturnedArrayIsStillStoredAnalyzer() : RawPoolAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.RawPool(
        "PG0208",
        "Returned array is still stored",
        "'{0}' still leads to the array that is returned here; {1}");

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
    {
        // The new array of a growth has a rule of its own.
        Finding[] stored =
        [
            .. OfArrays(body, FindingKind.EndedWhileStored)
                .Where(finding => !Growth.IsReturnOfTheNew(finding, body) && !IsLeftToOthers(finding, body)),
        ];
        if (stored.Length > 0 && !MemberSyntax.NodesAround(stored[0].Operation, cancellation).Any(node => Flags.IsSetBy(node, body.Model)))
        {
            foreach (Finding finding in stored)
            {
                yield return Diagnostic.Create(
                    Rule,
                    finding.Operation.Syntax.GetLocation(),
                    finding.Holder!.Name,
                    "set the field to null, or a second Dispose returns the array again");
            }
        }

        Occurrence[] ends = [.. body.Occurrences.Where(static occurrence => occurrence is { Kind: StepKind.End, Rental.Holder: ILocalSymbol })];
        if (ends.Length == 0)
            yield break;

        (TextSpan Span, HashSet<string> Names)[] lambdas =
        [
            .. StoredLambdas(ends[0].Operation, body.Model, cancellation).Select(static lambda => (lambda.Span, NamesIn(lambda))),
        ];
        foreach (Occurrence end in ends.WithCheckpoints(cancellation))
        {
            if (lambdas.Any(lambda => lambda.Names.Contains(end.Rental.Name) && !lambda.Span.Contains(end.Operation.Syntax.Span)))
                yield return Diagnostic.Create(Rule, end.Operation.Syntax.GetLocation(), end.Rental.Name, "the lambda that captured it may run later");
        }
    }

    private static bool IsLeftToOthers(Finding finding, BodyFlow body) => body.Owner switch
    {
        // The last to look.
        IMethodSymbol { MethodKind: MethodKind.Destructor } => true,

        // What a private method leaves undone, its callers may do.
        IMethodSymbol { DeclaredAccessibility: Accessibility.Private, ExplicitInterfaceImplementations.IsEmpty: true } => finding.Rental.Given is not null,

        // A helper that others may call too, but whose caller in the type asks whether it was called before.
        IMethodSymbol { DeclaredAccessibility: not Accessibility.Public } helper
            => finding.Rental.Given is not null && Flags.AreSetByACallerOf(helper, body.Model),
        _ => false,
    };

    // An event, a field or a property that keeps a lambda keeps what the lambda captured.
    private static IEnumerable<AnonymousFunctionExpressionSyntax> StoredLambdas(IOperation operation, SemanticModel model, CancellationToken cancellation)
        => MemberSyntax.NodesAround(operation, cancellation).OfType<AnonymousFunctionExpressionSyntax>()
        .Where(lambda => lambda.Parent is AssignmentExpressionSyntax assignment
            && model.GetSymbolInfo(assignment.Left).Symbol is IEventSymbol or IFieldSymbol or IPropertySymbol);

    private static HashSet<string> NamesIn(SyntaxNode lambda)
        => [.. lambda.DescendantNodes().OfType<IdentifierNameSyntax>().Select(static name => name.Identifier.ValueText)];
}
