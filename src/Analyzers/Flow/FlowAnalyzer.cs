using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.Flow;

// How code becomes a message, for example that of PG0204: a call throws, and a rented array is lost.
// 1. Register asks the rule's family for the protocol of the compilation, such as RawPoolProtocol. It says what begins and what ends a rental.
// 2. BodySearch finds the bodies of a file that contain one of the protocol's words.
// 3. BodyFlow.Analyze follows each body once for all rules of the family, from here to step 6.
// 4. StepCompiler turns the operations of a body into steps: a rent, a use, an end, and MayFail at a call that may throw, which Callees decides.
// 5. RentalSolver takes facts through the steps. FlowSolver, its base, says in which order; Raise takes a fact from a MayFail to the handlers.
// 6. RentalSolver.Exit notes a FlowFinding where a fact leaves the body and its rental has not ended. Settle drops those that have the same cure.
// 7. Check of the rule makes a diagnostic of each finding of its kind.

/// <summary>The base of the rules about the flow of a rental through a body.</summary>
public abstract class FlowAnalyzer : SingleRuleAnalyzer
{
    private readonly RentalFamily[] _families;

    private protected FlowAnalyzer(DiagnosticDescriptor rule, params RentalFamily[] families) : base(rule) => _families = families;

    private protected sealed override void Register(AnalysisContext context) => context.RegisterCompilationStartAction(start =>
    {
        foreach (RentalFamily family in _families)
        {
            if (family.FlowsOf(start.Compilation, start.Options) is { } flows)
                ReportInEachFile(start, file => flows.FlowsIn(file).SelectMany(body => Check(body, file.CancellationToken)));
        }
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

/// <summary>A group of rules with one protocol. The rules share the flows: each body is followed once, for the rule that asks first.</summary>
/// <param name="protocolOf">Creates the family's protocol for a compilation; returns null if the compilation cannot contain rentals.</param>
internal sealed class RentalFamily(Func<Compilation, AnalyzerConfigOptionsProvider, RentalProtocol?> protocolOf)
{
    private readonly ConditionalWeakTable<Compilation, FlowCache> _caches = new();

    /// <summary>
    /// The shared flows of a compilation; null if the compilation cannot contain rentals. Other options are another compilation, because they also hold the
    /// severities. Thread-safe.
    /// </summary>
    public FlowCache? FlowsOf(Compilation compilation, AnalyzerOptions options)
    {
        if (_caches.TryGetValue(compilation, out FlowCache cache))
            return cache;

        return protocolOf(compilation, options.AnalyzerConfigOptionsProvider) is { } protocol
            ? _caches.GetValue(compilation, _ => new FlowCache(protocol))
            : null;
    }
}

/// <summary>
/// The flows of the bodies of one compilation. Thread-safe: the first thread that asks for a body follows it, and the others wait.
/// </summary>
internal sealed class FlowCache(RentalProtocol protocol)
{
    private readonly ConditionalWeakTable<Body, Entry> _flows = new();

    /// <summary>The protocol that identifies the rentals.</summary>
    public RentalProtocol Protocol => protocol;

    /// <summary>The bodies of a file that may rent or end anything.</summary>
    public IEnumerable<Body> BodiesIn(SemanticModelAnalysisContext file)
        => protocol.Bodies(file.CancellationToken).BodiesIn(file).WithCheckpoints(file.CancellationToken);

    /// <summary>The flows of the bodies of a file, and of the functions in them, if they rent or end anything.</summary>
    public IEnumerable<BodyFlow> FlowsIn(SemanticModelAnalysisContext file) => BodiesIn(file).SelectMany(body => FlowsOf(body, file.CancellationToken));

    /// <summary>The flows of a body, and of the functions in it, if they rent or end anything.</summary>
    public IReadOnlyList<BodyFlow> FlowsOf(Body body, CancellationToken cancellation)
    {
        // Not a Lazy, because it would cache an OperationCanceledException forever.
        Entry entry = _flows.GetOrCreateValue(body);
        lock (entry)
            return entry.Flows ??= Follow(body, cancellation);
    }

    // An expression may be nested more deeply than the stack allows. The compiler rejects most of these (CS8078); the rules then skip the body.
    private BodyFlow[] Follow(Body body, CancellationToken cancellation)
    {
        try
        {
            return [.. BodyFlow.Analyze(body, protocol, cancellation)];
        }
        catch (InsufficientExecutionStackException)
        {
            return [];
        }
    }

    private sealed class Entry
    {
        public BodyFlow[]? Flows { get; set; }
    }
}
