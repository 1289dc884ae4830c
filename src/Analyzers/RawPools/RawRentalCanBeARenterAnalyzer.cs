using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;
using PooledGen.Analyzers.RawPools.Rewriting;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// PG0210: A renter, or an owner in an async method, can replace a rental from <c>ArrayPool&lt;T&gt;.Shared</c>, and the code fix replaces it.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RawRentalCanBeARenterAnalyzer() : SingleRuleAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.RawPool(
        "PG0210",
        "Raw rental can be a renter",
        "'{0}' can be {1}, which has exactly the requested length and returns its array at the end of its block");

    private protected override void Register(AnalysisContext context) => context.RegisterCompilationStartAction(start =>
    {
        // Only a project that references PooledGen can use a renter.
        Compilation compilation = start.Compilation;
        if (compilation.GetTypeByMetadataName(WellKnownNames.SharedBuffer) is null
            || compilation.GetTypeByMetadataName(Framework.ArrayPoolMetadataName) is null
            || RawPoolProtocol.Family.FlowsOf(compilation) is not { } flows)
        {
            return;
        }

        // What the fix writes has to compile for each target, so the compilation for the oldest one decides.
        if (HasOlderTarget(start.Options.AnalyzerConfigOptionsProvider.GlobalOptions) && HasSpans(compilation))
            return;

        ReportInEachFile(start, file => flows.BodiesIn(file).SelectMany(body => Check(body, file.CancellationToken)));
    });

    // Older frameworks get spans from a package, and none of their own methods takes one.
    private static bool HasSpans(Compilation compilation)
        => SymbolEqualityComparer.Default.Equals(
            compilation.GetTypeByMetadataName(RenterRewrite.SpanMetadataName)?.ContainingAssembly,
            compilation.GetSpecialType(SpecialType.System_Object).ContainingAssembly);

    // PooledGen.targets and PooledGen.Analyzers.targets set it.
    private static bool HasOlderTarget(AnalyzerConfigOptions options)
        => options.TryGetValue("build_property.PooledGenHasOlderTarget", out string? value) && value == "true";

    private IEnumerable<Diagnostic> Check(Body body, CancellationToken cancellation)
    {
        foreach (IInvocationOperation rent in body.Operations(cancellation).OfType<IInvocationOperation>())
        {
            if (rent is { TargetMethod: { Name: "Rent", ContainingType.MetadataName: "ArrayPool`1" } }
                && rent.Syntax is InvocationExpressionSyntax call
                && RenterRewrite.Find(call, body.Model, cancellation) is { } rewrite)
            {
                yield return Diagnostic.Create(Rule, call.GetLocation(), rewrite.Name, rewrite.Replacement == Replacement.Owner ? "an owner" : "a renter");
            }
        }
    }
}
