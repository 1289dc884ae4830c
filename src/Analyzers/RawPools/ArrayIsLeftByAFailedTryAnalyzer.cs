using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.RawPools;

/// <summary>PG0212: A caller of a Try method returns its out array only if the method returned true.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ArrayIsLeftByAFailedTryAnalyzer() : PoolBodyAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.RawPool(
        "PG0212",
        "Array is left behind by a failed Try method",
        "'{0}' is rented before '{1}' returns false here, and callers do not return the array of a failed call; return it to the pool first");

    private static readonly string[] s_releases = ["Return", "Dispose", "Release", "Free"];

    private protected override IEnumerable<Diagnostic> Check(Body body, CancellationToken cancellation)
    {
        if (body.Owner is not IMethodSymbol { ReturnType.SpecialType: SpecialType.System_Boolean } method
            || !method.Name.StartsWith("Try", StringComparison.Ordinal)
            || !method.Parameters.Any(static parameter => parameter.RefKind == RefKind.Out))
        {
            return [];
        }

        // Reports each 'return false' once, however many arrays were rented before it.
        return body.Operations(cancellation).OfType<ISimpleAssignmentOperation>()
            .Where(IsRentForTheCaller)
            .SelectMany(rent => FailuresBehind(rent, cancellation).Select(failure => (Failure: failure, Rent: rent)))
            .GroupBy(static found => found.Failure)
            .Select(found => Diagnostic.Create(
                Rule, found.Key.GetLocation(), ((IParameterReferenceOperation)found.First().Rent.Target).Parameter.Name, method.Name));
    }

    // array = pool.Rent(n);
    private static bool IsRentForTheCaller(ISimpleAssignmentOperation assignment)
        => assignment is
        {
            Target: IParameterReferenceOperation { Parameter: { RefKind: RefKind.Out, Type: IArrayTypeSymbol } },
            Value: IInvocationOperation { TargetMethod: { Name: "Rent", ContainingType: var pool } },
            Syntax.Parent: ExpressionStatementSyntax { Parent: BlockSyntax },
        } && RawPoolProtocol.IsArrayPool(pool) && Functions.Around(assignment) is null;

    // Finds each 'return false' that follows the rent without a release on its path.
    private static IEnumerable<ReturnStatementSyntax> FailuresBehind(ISimpleAssignmentOperation rent, CancellationToken cancellation)
    {
        SyntaxNode statement = rent.Syntax.Parent!;
        string array = ((IParameterReferenceOperation)rent.Target).Parameter.Name;
        return ((BlockSyntax)statement.Parent!).DescendantNodes(static node => !IsFunction(node))
            .WithCheckpoints(cancellation)
            .OfType<ReturnStatementSyntax>()
            .Where(exit => exit.SpanStart > statement.Span.End && exit.Expression.IsKind(SyntaxKind.FalseLiteralExpression))
            .Where(exit => !IsReleasedBefore(exit, statement, array));
    }

    private static bool IsReleasedBefore(ReturnStatementSyntax exit, SyntaxNode rent, string array)
    {
        for (SyntaxNode node = exit; node != rent.Parent; node = node.Parent!)
        {
            SyntaxList<StatementSyntax> before = node.Parent switch
            {
                BlockSyntax block => block.Statements,
                SwitchSectionSyntax section => section.Statements,
                _ => default,
            };
            if (before.Any(statement => statement.SpanStart > rent.SpanStart && statement.Span.End <= node.SpanStart && Releases(statement, array))
                || node.Parent is TryStatementSyntax { Finally: { } last } && Releases(last, array))
            {
                return true;
            }
        }

        return false;
    }

    // Whether the code returns the array, or stores it where other code can return it.
    private static bool Releases(SyntaxNode code, string array) => code.DescendantNodes().Any(node => node switch
    {
        InvocationExpressionSyntax call => IsRelease(MemberSyntax.NameOf(call)) && Mentions(call, array),
        AssignmentExpressionSyntax assignment => MemberSyntax.Is(assignment.Right, array),
        _ => false,
    });

    private static bool IsRelease(string name) => Array.Exists(s_releases, release => name.StartsWith(release, StringComparison.Ordinal));

    private static bool Mentions(SyntaxNode code, string name)
        => code.DescendantNodes().OfType<IdentifierNameSyntax>().Any(mention => mention.Identifier.ValueText == name);

    private static bool IsFunction(SyntaxNode node) => node is AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax;
}
