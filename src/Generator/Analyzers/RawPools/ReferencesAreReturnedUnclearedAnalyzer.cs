using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Generator.Analyzers.Flow;

namespace PooledGen.Generator.Analyzers.RawPools;

/// <summary>PG0206: References in a pooled array keep their objects alive.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ReferencesAreReturnedUnclearedAnalyzer() : RawPoolAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.RawPool(
        "PG0206",
        "References are returned uncleared",
        "'{0}' is returned with its references, which the pool then keeps alive; pass clearArray: true, or clear the used part before");

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
    {
        Occurrence[] ends = [.. body.Occurrences.Where(IsUncleared)];
        return ends.Length == 0 || IsCleared(ends[0], body, cancellation) ? [] : ends.Select(CreateDiagnostic);
    }

    // Names what is returned. The rental has the name of its first variable, which may hold another array by now.
    private Diagnostic CreateDiagnostic(Occurrence end)
        => Diagnostic.Create(Rule, end.Operation.Syntax.GetLocation(), RawPoolProtocol.ArrayOf((IInvocationOperation)end.Operation)!.Syntax.ToString());

    // Whether the member around the return clears anything, itself or in a helper of its type that it calls.
    private static bool IsCleared(Occurrence end, BodyFlow body, CancellationToken cancellation)
    {
        SyntaxNode[] nodes = [.. MemberSyntax.NodesAround(end.Operation, cancellation)];
        return nodes.Any(Clears)
            || nodes.OfType<InvocationExpressionSyntax>().WithCheckpoints(cancellation).Any(call => CallsAClearingHelper(call, body, cancellation));
    }

    private static bool CallsAClearingHelper(InvocationExpressionSyntax call, BodyFlow body, CancellationToken cancellation)
        => body.Model.GetSymbolInfo(call, cancellation).Symbol?.OriginalDefinition is IMethodSymbol helper
            && SymbolEqualityComparer.Default.Equals(helper.ContainingType, body.Owner.ContainingType)
            && helper.DeclaringSyntaxReferences.Any(declaration => declaration.GetSyntax(cancellation)
                .DescendantNodes()
                .WithCheckpoints(cancellation)
                .Any(Clears));

    private static bool IsUncleared(Occurrence occurrence)
        => occurrence is { Kind: StepKind.End, Operation: IInvocationOperation { TargetMethod.Name: "Return" } call }
            && HoldsReferences(call)
            && !AsksToClear(call);

    private static bool HoldsReferences(IInvocationOperation call)
        => (RawPoolProtocol.ArrayOf(call)?.Type as IArrayTypeSymbol)?.ElementType switch
        {
            { TypeKind: TypeKind.Error } => false, // Roslyn calls an unknown type a reference type.
            { IsReferenceType: true } or { IsUnmanagedType: false, TypeKind: TypeKind.Struct } => true,
            ITypeParameterSymbol { HasValueTypeConstraint: false } parameter => IsChosenElsewhere(parameter),
            _ => false,
        };

    // Inside the assembly the type arguments are known. If other assemblies can choose them, they may choose types with references.
    private static bool IsChosenElsewhere(ITypeParameterSymbol parameter)
    {
        for (ISymbol? symbol = parameter.ContainingSymbol; symbol is not (null or INamespaceSymbol); symbol = symbol.ContainingSymbol)
        {
            if (symbol.DeclaredAccessibility is not (Accessibility.Public or Accessibility.Protected or Accessibility.ProtectedOrInternal))
                return false;
        }

        return true;
    }

    private static bool AsksToClear(IInvocationOperation call)
        => call.Arguments.Any(static argument => argument is { Parameter.Ordinal: 1, ArgumentKind: ArgumentKind.Explicit }
            && argument.Value.ConstantValue.Value is not false);

    private static bool Clears(SyntaxNode node) => node switch
    {
        InvocationExpressionSyntax call => MemberSyntax.NameOf(call) is "Clear" or "Fill",
        AssignmentExpressionSyntax { Left: ElementAccessExpressionSyntax } assignment => IsNothing(assignment.Right),
        _ => false,
    };

    private static bool IsNothing(ExpressionSyntax value) => value switch
    {
        PostfixUnaryExpressionSyntax suppression => IsNothing(suppression.Operand),
        _ => value.Kind() is SyntaxKind.NullLiteralExpression or SyntaxKind.DefaultLiteralExpression or SyntaxKind.DefaultExpression,
    };
}
