using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;

namespace PooledGen.Analyzers;

/// <summary>
/// An analyzer with one rule. It ignores generated code and runs concurrently with the others. A rule that follows rentals through a body derives from
/// RawPoolAnalyzer or HandleAnalyzer, which are <see cref="Flow.FlowAnalyzer"/>s; one about single operations of renters and owners from
/// <see cref="Rentals.RentalAnalyzer"/>.
/// </summary>
public abstract class SingleRuleAnalyzer : DiagnosticAnalyzer
{
    private protected SingleRuleAnalyzer(DiagnosticDescriptor rule)
    {
        Rule = rule;
        SupportedDiagnostics = ImmutableArray.Create(rule);
    }

    /// <inheritdoc/>
    public sealed override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; }

    private protected DiagnosticDescriptor Rule { get; }

    /// <inheritdoc/>
    public sealed override void Initialize(AnalysisContext context)
    {
        // The rules leave generated code out themselves. If the compiler's driver does that, it reads every token of each file with a report: in a project with
        // a file of 49,000 lines that took a quarter of the time of all rules.
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.Analyze | GeneratedCodeAnalysisFlags.ReportDiagnostics);
        context.EnableConcurrentExecution();
        Register(context);
    }

    /// <summary>
    /// Reports the diagnostics of a check for each file that no tool wrote. Rules that need bodies register neither operation nor symbol start actions:
    /// docs/internals/design.md, section 9.
    /// </summary>
    private protected static void ReportInEachFile(CompilationStartAnalysisContext start, Func<SemanticModelAnalysisContext, IEnumerable<Diagnostic>> check)
        => start.RegisterSemanticModelAction(file =>
        {
            if (file.IsGeneratedCode)
                return;

            foreach (Diagnostic diagnostic in check(file).WithCheckpoints(file.CancellationToken))
            {
                if (!IsGenerated(diagnostic.Location, file.SemanticModel, file.CancellationToken))
                    file.ReportDiagnostic(diagnostic);
            }
        });

    /// <summary>Registers the actions of the rule.</summary>
    private protected abstract void Register(AnalysisContext context);

    // Whether the place is in a member or a type with the attribute GeneratedCode, or in a hidden region.
    private static bool IsGenerated(Location place, SemanticModel model, CancellationToken cancellation)
        => IsHidden(model.SyntaxTree, place.SourceSpan.Start, cancellation)
            || model.SyntaxTree.GetRoot(cancellation).FindNode(place.SourceSpan).AncestorsAndSelf().Any(node
                => node is MemberDeclarationSyntax or AccessorDeclarationSyntax or LocalFunctionStatementSyntax or VariableDeclaratorSyntax
                    && model.GetDeclaredSymbol(node, cancellation) is { } declared
                    && declared.GetAttributes().Any(IsMark));

    private static bool IsHidden(SyntaxTree tree, int position, CancellationToken cancellation)
        => tree.HasHiddenRegions() && tree.GetLineVisibility(position, cancellation) == LineVisibility.Hidden;

    private static bool IsMark(AttributeData attribute)
        => attribute.AttributeClass is { Name: "GeneratedCodeAttribute" } type
            && Framework.FullNameOf(type) == "System.CodeDom.Compiler.GeneratedCodeAttribute";
}
