using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Generator.Analyzers.RawPools.Rewriting;

namespace PooledGen.Generator.Analyzers.RawPools;

/// <summary>PG0210: A rental from <c>ArrayPool&lt;T&gt;.Shared</c> that a renter, or its writer, can take the place of: the fix does it.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RawRentalCanBeARenterAnalyzer : DiagnosticAnalyzer
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.RawPool(
        "PG0210",
        "Raw rental can be a renter",
        "'{0}' can be a {1}, which has exactly the length that is asked for and goes back by itself",
        DiagnosticSeverity.Info);

    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } = ImmutableArray.Create(s_rule);

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.EnableConcurrentExecution();
        context.RegisterCompilationStartAction(static start =>
        {
            // Only who has renters can use one.
            Compilation compilation = start.Compilation;
            if (new[] { WellKnownNames.Attribute, SharedPool.MetadataName }.All(name => compilation.GetTypeByMetadataName(name) is not null))
                start.RegisterOperationAction(Analyze, OperationKind.Invocation);
        });
    }

    private static void Analyze(OperationAnalysisContext context)
    {
        if (((IInvocationOperation)context.Operation).TargetMethod is { Name: "Rent", ContainingType.MetadataName: "ArrayPool`1" }
            && context.Operation is { Syntax: InvocationExpressionSyntax call, SemanticModel: { } model }
            && RenterRewrite.Find(call, model) is { } rewrite)
        {
            context.ReportDiagnostic(Diagnostic.Create(s_rule, call.GetLocation(), rewrite.Name, rewrite.Grows ? "writer" : "renter"));
        }
    }
}
