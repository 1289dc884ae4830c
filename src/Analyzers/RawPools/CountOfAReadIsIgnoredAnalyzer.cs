using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// PG0222: A read may give less than was asked for. The rest of a rented array has the data of an earlier rental, where a new one has zeros. CA2022 of the SDK
/// reports the plain statements of a stream; this rule reports what it leaves.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class CountOfAReadIsIgnoredAnalyzer() : RawPoolAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = CodeRules.RawPool(
        "PG0222",
        "Count of a read is ignored",
        "'{0}' may give less than was asked for, and '{1}' then shows data of an earlier rental; use the count{2}");

    private static readonly HashSet<string> s_readers =
    [
        "System.IO.Stream", "System.IO.TextReader", "System.IO.BinaryReader", "System.IO.RandomAccess", "System.Net.Sockets.Socket",
        "System.Net.Sockets.SocketTaskExtensions",
    ];

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation) =>
        from occurrences in body.OccurrencesOf
        where occurrences.Key.Given is null && RawPoolProtocol.KindOf(occurrences.Key) != RentedKind.Object
        from occurrence in occurrences
        let read = ReadInto(occurrence.Operation)
        where read is not null && !ReadsOne(read) && !IsInMemory(read, body.Model) && !IsOfDatagrams(read)
        let isAsked = IsComparedWithZero(read)
        where isAsked || IsIgnored(read)
        where occurrences.Any(other => IsUsedBehind(other, read, isAsked))
        group occurrence by read.Syntax into place
        let found = place.First()
        select CreateDiagnostic(place.Key, ReadInto(found.Operation)!, found.Rental);

    private Diagnostic CreateDiagnostic(SyntaxNode place, IInvocationOperation read, Rental rental) => Diagnostic.Create(
        Rule, place.GetLocation(), read.TargetMethod.Name, rental.Name, IsOf(read, "System.IO.Stream") ? ", or 'ReadExactly'" : "");

    // The call that gets the array, or memory of it, to fill it.
    private static IInvocationOperation? ReadInto(IOperation operand)
        => operand.Parent is IArgumentOperation { Parent: IInvocationOperation call }
            && call.TargetMethod.Name is "Read" or "ReadAsync" or "Receive" or "ReceiveAsync"
            && s_readers.Any(reader => IsOf(call, reader))
                ? call
                : null;

    private static bool IsOf(IInvocationOperation call, string type)
    {
        IMethodSymbol method = call.TargetMethod.ReducedFrom ?? call.TargetMethod;
        while (method.OverriddenMethod is { } overridden)
            method = overridden;

        return Framework.FullNameOf(method.ContainingType) == type;
    }

    // One byte or char is there, or the end.
    private static bool ReadsOne(IInvocationOperation read) => read.Syntax is InvocationExpressionSyntax call
        && call.ArgumentList.DescendantNodes().OfType<ArgumentSyntax>()
            .Any(static argument => argument.Expression is LiteralExpressionSyntax { Token.Value: 1 });

    // A datagram comes as a whole.
    private static bool IsOfDatagrams(IInvocationOperation read)
        => read.TargetMethod.Name.StartsWith("Receive", StringComparison.Ordinal) && MemberSyntax.NamesAround(read.Syntax)["Dgram"].Any();

    // These give what they have, and the program knows how much that is.
    private static bool IsInMemory(IInvocationOperation read, SemanticModel model)
        => read.Instance is { } instance
        && Conversions.Unwrap(instance) is var source
        && (IsMemoryStream(source.Type)
            || (source is ILocalReferenceOperation { Local.DeclaringSyntaxReferences: [var declaration] }
                && declaration.GetSyntax() is VariableDeclaratorSyntax { Initializer.Value: var value }
                && IsMemoryStream(model.GetTypeInfo(value).Type)));

    private static bool IsMemoryStream(ITypeSymbol? type) => type?.Name is "MemoryStream" or "UnmanagedMemoryStream" or "StringReader";

    // '_ = stream.Read(array);', 'await stream.ReadAsync(array).ConfigureAwait(false);', and each statement of a socket or a reader.
    private static bool IsIgnored(IInvocationOperation read)
    {
        ExpressionSyntax result = ResultOf(read);
        return result.Parent switch
        {
            ExpressionStatementSyntax => !IsOf(read, "System.IO.Stream")
                || result.DescendantNodes().OfType<IdentifierNameSyntax>().Any(static name => name.Identifier.ValueText == "ConfigureAwait"),
            AssignmentExpressionSyntax { Left: IdentifierNameSyntax { Identifier.ValueText: "_" }, Parent: ExpressionStatementSyntax } => true,

            // 'int read = stream.Read(array, 0, n);', and nothing mentions the local.
            EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax { Parent.Parent: LocalDeclarationStatementSyntax } count }
                => !MemberSyntax.NamesAround(count)[count.Identifier.ValueText].Any(),
            _ => false,
        };
    }

    // 'if (stream.Read(array, 0, n) == 0) return;' asks for the end only.
    private static bool IsComparedWithZero(IInvocationOperation read) => ResultOf(read).Parent is BinaryExpressionSyntax comparison
        && comparison.Kind() is SyntaxKind.EqualsExpression or SyntaxKind.NotEqualsExpression or SyntaxKind.GreaterThanExpression
            or SyntaxKind.LessThanOrEqualExpression
        && comparison.Right is LiteralExpressionSyntax { Token.Value: 0 };

    // The number, inside of await, ConfigureAwait, AsTask and parentheses. The statement of a task that nothing awaits has none.
    private static ExpressionSyntax ResultOf(IInvocationOperation read)
    {
        var result = (ExpressionSyntax)read.Syntax;
        while (result.Parent is AwaitExpressionSyntax or ParenthesizedExpressionSyntax
            || (result.Parent is MemberAccessExpressionSyntax { Name.Identifier.ValueText: var member }
                && member is "ConfigureAwait" or "AsTask" or "Result" or "GetAwaiter" or "GetResult")
            || (result.Parent is InvocationExpressionSyntax call && call.Expression == result))
        {
            result = (ExpressionSyntax)result.Parent;
        }

        return result;
    }

    // One element is there if the count is not 0.
    private static bool IsUsedBehind(Occurrence other, IInvocationOperation read, bool isAsked)
        => other.Kind is StepKind.Use or StepKind.Escape or StepKind.Pass
            && other.Operation.Syntax.SpanStart > read.Syntax.Span.End
            && ReadInto(other.Operation) is null
            && !(isAsked && other.Operation.Parent is IArrayElementReferenceOperation);
}
