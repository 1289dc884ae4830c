using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.Rentals;

/// <summary>PG0114: The compiler reports this as CS4007, but only in a full build. The rule reports it while the user types.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RenterIsHeldAcrossAwaitAnalyzer() : RentalAnalyzer(s_rule)
{
    // C# 13, which our Roslyn version does not define. In earlier versions async methods cannot have ref struct locals at all.
    private const LanguageVersion FirstWithRefStructsInAsync = (LanguageVersion)1300;

    private static readonly DiagnosticDescriptor s_rule = CodeRules.Rental(
        "PG0114",
        "Renter is held across await",
        "'{0}' is a '{1}', a ref struct, which cannot be held across '{2}'; end its block before that, or hold {3}",
        DiagnosticSeverity.Error);

    private protected override IEnumerable<Diagnostic> Check(Body body, RentalTypes types, CancellationToken cancellation)
    {
        if (body.Root.Syntax.SyntaxTree.Options is not CSharpParseOptions { LanguageVersion: >= FirstWithRefStructsInAsync })
            yield break;

        foreach (IOperation operation in body.Operations(cancellation))
        {
            foreach (IVariableDeclaratorOperation renter in RentersOf(operation, types))
            {
                if (FirstSuspension(operation, cancellation) is { } word)
                {
                    string type = RentalDisplay.Of(renter.Symbol.Type);
                    yield return Diagnostic.Create(Rule, LocationOf(renter), renter.Symbol.Name, type, word, InsteadOf(renter, types));
                }
            }
        }
    }

    // An owner does not grow.
    private static string InsteadOf(IVariableDeclaratorOperation renter, RentalTypes types)
        => types.IsWriter(renter.Symbol.Type) ? "what 'Pool.CreateBufferWriter' gives, a class" : "an owner";

    // Only 'using' uses the renter at the end of the block in any case.
    private static IEnumerable<IVariableDeclaratorOperation> RentersOf(IOperation operation, RentalTypes types)
    {
        IVariableDeclarationGroupOperation? group = operation switch
        {
            IUsingDeclarationOperation { DeclarationGroup: var declared } => declared,
            IUsingOperation { Resources: IVariableDeclarationGroupOperation resources } => resources,
            _ => null,
        };
        return group is null ? [] : group.Declarations.SelectMany(static declaration => declaration.Declarators)
            .Where(declarator => declarator.Symbol.Type.IsRefLikeType && types.KindOf(declarator.Symbol.Type) != RentalKind.None);
    }

    private static IEnumerable<IOperation> ScopeOf(IOperation declaration) => declaration switch
    {
        IUsingOperation { Body: var body } => [body],
        { Parent: { } block } => block.ChildOperations.SkipWhile(statement => statement != declaration).Skip(1),
        _ => [],
    };

    // An await inside a lambda does not suspend the method around it.
    private static string? FirstSuspension(IOperation renter, CancellationToken cancellation)
    {
        IOperation? function = Functions.Around(renter);
        return ScopeOf(renter)
            .SelectMany(static statement => statement.DescendantsAndSelf())
            .WithCheckpoints(cancellation)
            .Where(operation => Suspension.WordOf(operation) is not null && Functions.Around(operation) == function)
            .Select(Suspension.WordOf)
            .FirstOrDefault();
    }

    private static Location LocationOf(IVariableDeclaratorOperation renter)
        => renter.Syntax is VariableDeclaratorSyntax declarator ? declarator.Identifier.GetLocation() : renter.Syntax.GetLocation();
}

/// <summary>Recognizes the places where a method may leave its stack frame and resume. No ref struct can be held there.</summary>
internal static class Suspension
{
    /// <summary>The keyword of the suspension; null if the operation does not suspend.</summary>
    public static string? WordOf(IOperation operation) => operation switch
    {
        IAwaitOperation => "await",
        IForEachLoopOperation { IsAsynchronous: true } => "await foreach",
        IUsingOperation { IsAsynchronous: true } or IUsingDeclarationOperation { IsAsynchronous: true } => "await using",
        IReturnOperation { Kind: OperationKind.YieldReturn } => "yield return",
        _ => null,
    };
}
