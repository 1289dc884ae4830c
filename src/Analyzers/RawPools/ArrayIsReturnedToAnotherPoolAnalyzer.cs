using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.RawPools;

/// <summary>PG0214: An array belongs to the pool that it was rented from. A new one belongs to none.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ArrayIsReturnedToAnotherPoolAnalyzer() : SingleRuleAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = CodeRules.RawPool(
        "PG0214",
        "Array is returned to another pool",
        "'{0}' {1} and is returned to '{2}', which is not its pool; return it only to the pool that it came from");

    private protected override void Register(AnalysisContext context) => context.RegisterCompilationStartAction(start =>
    {
        if (RawPoolProtocol.Family.FlowsOf(start.Compilation, start.Options) is { } flows)
            ReportInEachFile(start, file => flows.BodiesIn(file).SelectMany(body => Check(body, file.CancellationToken)));
    });

    private IEnumerable<Diagnostic> Check(Body body, CancellationToken cancellation)
    {
        var pools = new ReturnedPools(body, cancellation);
        return from end in body.Operations(cancellation).OfType<IInvocationOperation>()
               where end.TargetMethod.Name == "Return" && RawPoolProtocol.IsArrayPool(end.TargetMethod.ContainingType)
               let source = pools.OtherSourceOf(end)
               where source is not null
               select Diagnostic.Create(Rule, end.Syntax.GetLocation(), RawPoolProtocol.ArrayOf(end)!.Syntax, source, end.Instance!.Syntax);
    }
}
