using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.RawPools;

/// <summary>The base of the rules about the uses of <c>ArrayPool</c> in a body that need no flow.</summary>
public abstract class PoolBodyAnalyzer : SingleRuleAnalyzer
{
    private readonly string _word;

    /// <param name="rule">The rule.</param>
    /// <param name="word">A word without which a member has nothing to report. The rule looks at the other members only.</param>
    private protected PoolBodyAnalyzer(DiagnosticDescriptor rule, string word) : base(rule)
    {
        _word = word;
    }

    private protected sealed override void Register(AnalysisContext context) => context.RegisterCompilationStartAction(start =>
    {
        if (start.Compilation.GetTypesByMetadataName(Framework.ArrayPoolMetadataName).IsEmpty)
            return;

        var bodies = new BodySearch([_word]);
        ReportInEachFile(start, file => bodies.BodiesIn(file)
            .WithCheckpoints(file.CancellationToken)
            .SelectMany(body => Check(body, file.CancellationToken)));
    });

    /// <summary>Returns the problems in a body; empty if there are none.</summary>
    private protected abstract IEnumerable<Diagnostic> Check(Body body, CancellationToken cancellation);
}
