using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// PG0223: A struct that returns an array of its own is ended twice, most often through a copy, is used after its end, or is copied while it may grow.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class StructOwnerIsCopiedAnalyzer() : SingleRuleAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = CodeRules.RawPool(
        "PG0223",
        "Struct that owns an array is copied or used after its end",
        "{0}");

    private protected override void Register(AnalysisContext context) => context.RegisterCompilationStartAction(start =>
    {
        if (StructOwnerProtocol.Family.FlowsOf(start.Compilation, start.Options) is { } flows)
            ReportInEachFile(start, file => flows.BodiesIn(file).SelectMany(body => Check(body, flows, file.CancellationToken)));
    });

    // What a body does with its copies says more than the copies themselves.
    private Diagnostic[] Check(Body body, FlowCache flows, CancellationToken cancellation)
    {
        Diagnostic[] late = [.. flows.FlowsOf(body, cancellation).SelectMany(Check)];
        return late.Length > 0 ? late : [.. CopiesIn(body, flows.Protocol, cancellation)];
    }

    private IEnumerable<Diagnostic> Check(BodyFlow body)
        => from finding in body.Findings
           let owner = ((StructOwnerProtocol)body.Protocol).OwnerOf(finding.Rental)
           where owner is { IsStruct: true }
           let problem = ProblemOf(finding)
           where problem is not null
           select Diagnostic.Create(Rule, PlaceOf(finding).Syntax.GetLocation(), problem);

    private static IOperation PlaceOf(FlowFinding finding)
        => finding is { Kind: FindingKind.EndedTwice, Operation.IsImplicit: true, End: { } first } ? first : finding.Operation;

    private static string? ProblemOf(FlowFinding finding) => finding.Kind switch
    {
        FindingKind.EndedTwice => finding.Operation.IsImplicit
            ? $"The 'using' returns the array of '{finding.Rental.Name}' a second time, and the pool will give it to two callers at once; remove this end"
            : $"'{NameOf(finding)}' returns the array of '{finding.Rental.Name}' a second time, and the pool will give it to two callers at once; end it once",

        // A method that gets the variable itself may set it.
        FindingKind.UsedAfterEnd when finding.Operation.Parent is IArgumentOperation { Parameter.RefKind: RefKind.Ref } => null,
        FindingKind.UsedAfterEnd when finding.IsReturned
            => $"The array of '{finding.Rental.Name}' is back in the pool when '{finding.Operation.Syntax}' is returned; "
                + "return a copy of the elements, or an owner that is not ended here",
        FindingKind.UsedAfterEnd when finding.IsKeptElsewhere
            => $"'{finding.Operation.Syntax}' is kept here, and the array of '{finding.Rental.Name}' goes back to the pool later in this method; "
                + "keep a copy of the elements, or do not end it here",
        FindingKind.UsedAfterEnd
            => $"'{finding.Operation.Syntax}' is used after the array of '{finding.Rental.Name}' was returned, and it may belong to another rental by now; "
                + "end it after its last use",
        FindingKind.EndedWhileStored or FindingKind.EndedWhileViewed when finding.Rental.Given is null && !EndsTheHolder(finding)
            => $"'{PropertyFields.NameOf(finding.Holder!)}' still refers to the array of '{finding.Rental.Name}', which is returned here; "
                + "do not end it here, or assign the default",
        _ => null,
    };

    // 'copy.Dispose()' and 'Free(copy)' name the variable; the engine only says which rental it is.
    private static string NameOf(FlowFinding second)
        => second.Operation is IInvocationOperation { Instance: { } instance } ? instance.Syntax.ToString() : second.Operation.Syntax.ToString();

    private static bool EndsTheHolder(FlowFinding finding) => finding.End is IInvocationOperation { Instance: { } ended }
        && SymbolEqualityComparer.Default.Equals(LiveCopies.VariableOf(Conversions.Unwrap(ended)), finding.Holder);

    private IEnumerable<Diagnostic> CopiesIn(Body body, RentalProtocol protocol, CancellationToken cancellation)
    {
        var owners = (StructOwnerProtocol)protocol;
        var growths = new Lazy<Dictionary<ISymbol, int>>(() => LastGrowths(body, owners, cancellation));
        return LiveCopies.In(body, operation => CopyBy(operation, owners, growths) ?? CopyForACall(operation, owners, cancellation), cancellation)
            .Select(copy => Diagnostic.Create(Rule, copy.Place.GetLocation(), copy.Message));
    }

    // Where each variable may grow for the last time.
    private static Dictionary<ISymbol, int> LastGrowths(Body body, StructOwnerProtocol owners, CancellationToken cancellation)
    {
        var growths = new Dictionary<ISymbol, int>(SymbolEqualityComparer.Default);
        foreach (IOperation operation in body.Operations(cancellation))
        {
            if (operation is IInvocationOperation { Instance: { } instance, TargetMethod: var method }
                && LiveCopies.VariableOf(instance) is { } variable
                && owners.OwnerOf(instance.Type)?.MayGrow(method) == true)
            {
                growths[variable] = operation.Syntax.Span.End;
            }
        }

        return growths;
    }

    // 'var copy = builder;', and one of them grows afterwards: it returns the array that the other one still has.
    private static Copy? CopyBy(IOperation operation, StructOwnerProtocol owners, Lazy<Dictionary<ISymbol, int>> growths)
    {
        if (LiveCopies.AssignedBy(operation) is not { } copied || owners.OwnerOf(copied.Local.Type) is not { Growers.Count: > 0 })
            return null;

        ISymbol original = LiveCopies.VariableOf(copied.Source)!;
        return GrowsLater(original) || GrowsLater(copied.Local)
            ? new Copy(
                copied.Source,
                copied.Source.Syntax,
                $"'{copied.Local.Name}' copies '{original.Name}', and when one of them grows, it returns the array of the other; "
                    + $"write 'ref var {copied.Local.Name} = ref {original.Name}'")
            : null;

        bool GrowsLater(ISymbol variable) => growths.Value.TryGetValue(variable, out int end) && end > operation.Syntax.Span.End;
    }

    private static Copy? CopyForACall(IOperation operation, StructOwnerProtocol owners, CancellationToken cancellation)
        => operation is IArgumentOperation { Parameter: { RefKind: RefKind.None or RefKind.In } parameter, Value: var value }
            && LiveCopies.VariableOf(value) is { Name: var original }
            && owners.OwnerOf(parameter.Type) is { Growers.Count: > 0 }
            && owners.Effects.Of(parameter, cancellation) == ParameterEffect.Written
                ? new Copy(
                    value,
                    value.Syntax,
                    $"'{parameter.ContainingSymbol.Name}' writes to a copy of '{original}', and when the copy grows, it returns the array of '{original}'; "
                        + $"declare its parameter 'ref', and pass 'ref {original}'")
                : null;
}
