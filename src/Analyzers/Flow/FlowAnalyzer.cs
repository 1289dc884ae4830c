using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Flow;

/// <summary>The base of the rules about the flow of a rental through a body.</summary>
public abstract class FlowAnalyzer : SingleRuleAnalyzer
{
    private readonly RentalFamily _family;

    private protected FlowAnalyzer(DiagnosticDescriptor rule, RentalFamily family) : base(rule) => _family = family;

    private protected sealed override void Register(AnalysisContext context) => context.RegisterCompilationStartAction(start =>
    {
        if (_family.FlowsOf(start.Compilation, start.Options) is not { } flows)
            return;

        ReportInEachFile(start, file => flows.FlowsIn(file).SelectMany(body => Check(body, file.CancellationToken)));
    });

    /// <summary>Returns the problems in a body; empty if there are none.</summary>
    internal abstract IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation);

    /// <summary>
    /// Whether the method owns the parameter on each path. A bool may decide who owns it: a parameter, or the result of a method that may refuse it. So may
    /// a test of the owner itself.
    /// </summary>
    private protected static bool IsOwnedAlways(Rental rental, BodyFlow body, CancellationToken cancellation)
        => body.Owner is IMethodSymbol method
            && !IsBoolean(method.ReturnType)
            && !method.Parameters.Any(static parameter => IsBoolean(parameter.Type))
            && !body.Body.Operations(cancellation).Select(ConditionOf).OfType<IOperation>().Any(condition => condition.DescendantsAndSelf()
                .Any(mention => mention is IParameterReferenceOperation asked && SymbolEqualityComparer.Default.Equals(asked.Parameter, rental.Given)));

    private static IOperation? ConditionOf(IOperation operation) => operation switch
    {
        IConditionalOperation conditional => conditional.Condition,
        ISwitchOperation choice => choice.Value,
        ISwitchExpressionOperation choice => choice.Value,
        _ => null,
    };

    private static bool IsBoolean(ITypeSymbol type) => type.SpecialType == SpecialType.System_Boolean
        || (Tasks.IsTask(type) && type is INamedTypeSymbol { TypeArguments: [{ SpecialType: SpecialType.System_Boolean }] });
}
