using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledGen.Analyzers.Bodies;
using PooledGen.Analyzers.RawPools.Rewriting;

namespace PooledGen.CodeFixes;

/// <summary>
/// Finds out how much of a rented array has data: what the call that wrote to it says, or the requested length if that call fills it. Where the code does
/// not show it, any length that a fix writes may hide the bug that the rule has found. So all mentions of the array in front of the use must be understood,
/// one call alone may write to it, from its start, and nothing may lead past that call.
/// </summary>
internal static class FilledLength
{
    // What answers how much it has written. The array is where it writes to.
    private static readonly HashSet<string> s_counting =
    [
        "Read", "ReadAsync", "ReadBlock", "ReadBlockAsync", "ReadAtLeast", "ReadAtLeastAsync", "Receive", "ReceiveAsync",
        "GetBytes", "GetChars", "TryFormat", "TryGetBytes", "TryGetChars", "TryWrite", "Decompress",
        "Encode", "EncodeUtf8", "EncodeToUtf8", "EncodeToUtf16", "EncodeToChars", "Decode", "DecodeFromUtf8", "DecodeFromChars",
        "Encrypt", "EncryptCbc", "EncryptCfb", "EncryptEcb", "Decrypt", "DecryptCbc", "DecryptCfb", "DecryptEcb",
    ];

    /// <summary>The length, as an expression that has the same value at the use; null if it is not known.</summary>
    /// <param name="array">The use of the whole array.</param>
    /// <param name="uses">All mentions of the local with the array, in source order.</param>
    /// <param name="requested">The requested length.</param>
    /// <param name="scope">The block that declares the array.</param>
    /// <param name="model">The semantic model.</param>
    /// <param name="cancellation">Ends the search.</param>
    public static ExpressionSyntax? At(
        IdentifierNameSyntax array,
        IReadOnlyList<IdentifierNameSyntax> uses,
        ExpressionSyntax requested,
        BlockSyntax scope,
        SemanticModel model,
        CancellationToken cancellation)
    {
        IdentifierNameSyntax[] writes = [.. uses.Where(use => use.SpanStart < array.SpanStart && !IsRead(use, array, model))];
        if (writes.Length == 0
            || uses.Any(use => LocalUses.IsCaptured(use, scope, cancellation)) // a function may run at any time
            || IsWrittenInTheLoopOf(array, writes[0], uses, model))
        {
            return null;
        }

        if (CounterOf(writes[0]) is { } counter)
        {
            return Array.TrueForAll(writes, write => CounterOf(write)?.Identifier.ValueText == counter.Identifier.ValueText)
                && IsCount(counter, array, scope, model, cancellation) ? counter : null;
        }

        if (writes is not [var only]
            || CallWith(only) is not var (call, part)
            || BlockOf(call)?.Span.Contains(array.Span) != true
            || model.GetSymbolInfo(call).Symbol is not IMethodSymbol method
            || !Framework.Owns(method)
            || call.ArgumentList.Arguments.Any(static argument => argument.NameColon is not null))
        {
            return null;
        }

        if (s_counting.Contains(method.Name))
        {
            return BeginsAtZero(part, model)
                && !IsSource(part, method, model)
                && CountOf(call, method, model) is { } count
                && IsSettled(count, array, scope, write => call.Span.Contains(write.Span), model, cancellation) ? count : null;
        }

        return FilledBy(call, part, method, model) == requested.ToString() && StableExpression.IsStable(requested, scope, model, cancellation)
            ? requested
            : null;
    }

    // Whether a mention of the array reads it, or its length, and certainly writes nothing to it.
    private static bool IsRead(IdentifierNameSyntax use, IdentifierNameSyntax array, SemanticModel model) => use.Parent switch
    {
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Length" } or ForEachStatementSyntax => true,
        ElementAccessExpressionSyntax element => IsRead(element, model),
        _ => CallWith(use) is var (call, part) && (call.Span.Contains(array.Span) || IsRead(part, call, model)),
    };

    private static bool IsRead(ElementAccessExpressionSyntax element, SemanticModel model) => element.Parent switch
    {
        BinaryExpressionSyntax or EqualsValueClauseSyntax => true,
        AssignmentExpressionSyntax assignment => assignment.Right == element,
        ArgumentSyntax argument => argument.RefKindKeyword.IsKind(SyntaxKind.None),

        // A method of a struct may change the element.
        MemberAccessExpressionSyntax member
            => model.GetTypeInfo(element).Type is { SpecialType: not SpecialType.None }
                && model.GetSymbolInfo(member).Symbol is { } used
                && Framework.Owns(used),
        _ => false,
    };

    private static bool IsRead(ExpressionSyntax part, InvocationExpressionSyntax call, SemanticModel model)
        => model.GetTypeInfo(part).ConvertedType is { Name: "ReadOnlySpan" or "ReadOnlyMemory" }
            || (model.GetSymbolInfo(call).Symbol is IMethodSymbol method && Framework.Owns(method) && method.Name switch
            {
                "CopyTo" or "ToArray" => call.Expression is MemberAccessExpressionSyntax member && member.Expression == part,
                "Copy" or "BlockCopy" => call.ArgumentList.Arguments.FirstOrDefault()?.Expression == part,
                _ => false,
            });

    // A later statement of the loop may write to the array, and then the use comes again.
    private static bool IsWrittenInTheLoopOf(
        IdentifierNameSyntax array, IdentifierNameSyntax firstWrite, IReadOnlyList<IdentifierNameSyntax> uses, SemanticModel model)
        => array.Ancestors().TakeWhile(node => !node.Span.Contains(firstWrite.Span)).LastOrDefault(Loops.IsLoop) is { } loop
            && LocalUses.In(uses, loop.Span).Any(use => use != array && !IsRead(use, array, model));

    // 'array[count++] = item'
    private static IdentifierNameSyntax? CounterOf(IdentifierNameSyntax array)
        => array.Parent is ElementAccessExpressionSyntax { Parent: AssignmentExpressionSyntax write } element
            && write.IsKind(SyntaxKind.SimpleAssignmentExpression)
            && write.Left == element
            && element.ArgumentList.Arguments
                is [{ Expression: PostfixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.PostIncrementExpression, Operand: IdentifierNameSyntax counter } }]
                ? counter
                : null;

    // Whether the local counts the elements of the array and nothing else, from 0.
    private static bool IsCount(
        IdentifierNameSyntax counter, IdentifierNameSyntax array, BlockSyntax scope, SemanticModel model, CancellationToken cancellation)
    {
        SyntaxNode? loop = Loops.OutermostAround(array);
        return model.GetSymbolInfo(counter).Symbol is ILocalSymbol { DeclaringSyntaxReferences: [var declaration] }
            && declaration.GetSyntax(cancellation) is VariableDeclaratorSyntax { Initializer.Value: { } start }
            && model.GetConstantValue(start).Value is 0
            && IsSettled(counter, array, scope, IsOfTheArray, model, cancellation);

        bool IsOfTheArray(IdentifierNameSyntax write)
            => write.SpanStart < array.SpanStart
                && loop?.Span.Contains(write.Span) != true
                && write.FirstAncestorOrSelf<ElementAccessExpressionSyntax>() is { Expression: IdentifierNameSyntax counted }
                && counted.Identifier.ValueText == array.Identifier.ValueText
                && CounterOf(counted) == write;
    }

    // The call that gets the array, 'array.AsSpan(…)' or 'array.AsMemory(…)', as an argument or as its receiver.
    private static (InvocationExpressionSyntax Call, ExpressionSyntax Part)? CallWith(IdentifierNameSyntax array)
    {
        ExpressionSyntax part = array;
        if (array.Parent is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "AsSpan" or "AsMemory", Parent: InvocationExpressionSyntax view })
            part = view;

        return part.Parent switch
        {
            ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax call } => (call, part),
            MemberAccessExpressionSyntax { Parent: InvocationExpressionSyntax call } => (call, part),
            _ => null,
        };
    }

    // The block that has the call as a statement, as the value of a declaration, or as the condition of an 'if': what comes later in it comes after the call.
    private static BlockSyntax? BlockOf(InvocationExpressionSyntax call)
    {
        StatementSyntax? statement = call.FirstAncestorOrSelf<StatementSyntax>();
        bool isMade = statement is ExpressionStatementSyntax or LocalDeclarationStatementSyntax
            || (statement is IfStatementSyntax { Condition: var condition } && condition.Span.Contains(call.Span));
        return isMade && call.Ancestors().TakeWhile(node => node != statement).All(static node => node
            is ParenthesizedExpressionSyntax or PrefixUnaryExpressionSyntax or AwaitExpressionSyntax
            or MemberAccessExpressionSyntax or InvocationExpressionSyntax
            or EqualsValueClauseSyntax or VariableDeclaratorSyntax or VariableDeclarationSyntax)
                ? statement!.Parent as BlockSyntax
                : null;
    }

    // A span has no offset. That of an array comes next to it.
    private static bool BeginsAtZero(ExpressionSyntax part, SemanticModel model)
    {
        if (part is InvocationExpressionSyntax view)
            return view.ArgumentList.Arguments is not [{ Expression: var start }, ..] || model.GetConstantValue(start).Value is 0;

        if (part.Parent is not ArgumentSyntax { Parent: ArgumentListSyntax { Arguments: var arguments } } argument)
            return false;

        return model.GetTypeInfo(part).ConvertedType is { Name: "Span" or "Memory" }
            || arguments.ElementAtOrDefault(arguments.IndexOf(argument) + 1) is not { Expression: var next, RefKindKeyword.RawKind: 0 }
            || model.GetTypeInfo(next).Type is not { SpecialType: SpecialType.System_Int32 or SpecialType.System_Int64 }
            || model.GetConstantValue(next).Value is 0;
    }

    // 'GetBytes(chars, 0, n, bytes, 0)' reads the characters.
    private static bool IsSource(ExpressionSyntax part, IMethodSymbol method, SemanticModel model)
        => model.GetTypeInfo(part).Type is IArrayTypeSymbol { ElementType.SpecialType: var element }
            && ((method.Name == "GetBytes" && element != SpecialType.System_Byte) || (method.Name == "GetChars" && element != SpecialType.System_Char));

    // 'int read = stream.Read(array, 0, n)', 'int read = await …', 'TryFormat(array, out int written)'
    private static IdentifierNameSyntax? CountOf(InvocationExpressionSyntax call, IMethodSymbol method, SemanticModel model)
    {
        if (method.Parameters.Any(static parameter => parameter.RefKind == RefKind.Out))
        {
            ArgumentSyntax[] written =
            [
                .. call.ArgumentList.Arguments.Where((argument, place) => argument.RefKindKeyword.IsKind(SyntaxKind.OutKeyword)
                    && method.Parameters.ElementAtOrDefault(place) is { Type.SpecialType: SpecialType.System_Int32 } parameter
                    && parameter.Name.EndsWith("Written", StringComparison.Ordinal)),
            ];
            return written is not [{ Expression: var result }] ? null
                : result is DeclarationExpressionSyntax { Designation: SingleVariableDesignationSyntax { Identifier: var declared } }
                    ? SyntaxFactory.IdentifierName(declared)
                : result as IdentifierNameSyntax;
        }

        ExpressionSyntax value = ValueOf(call);
        return model.GetTypeInfo(value).Type?.SpecialType == SpecialType.System_Int32
            && value.Parent is EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax declarator }
                ? SyntaxFactory.IdentifierName(declarator.Identifier)
                : null;
    }

    // The call, with the 'await' around it.
    private static ExpressionSyntax ValueOf(InvocationExpressionSyntax call)
    {
        ExpressionSyntax value = call;
        if (value.Parent is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "ConfigureAwait", Parent: InvocationExpressionSyntax configured })
            value = configured;
        return value.Parent as AwaitExpressionSyntax ?? value;
    }

    // Whether the local is there at the use, and nothing but its own code sets it.
    private static bool IsSettled(
        IdentifierNameSyntax count,
        IdentifierNameSyntax array,
        BlockSyntax scope,
        Predicate<IdentifierNameSyntax> isOwn,
        SemanticModel model,
        CancellationToken cancellation)
        => model.LookupSymbols(array.SpanStart, name: count.Identifier.ValueText).FirstOrDefault() is ILocalSymbol { IsRef: false } local
            && local.DeclaringSyntaxReferences is [var declaration]
            && scope.Span.Contains(declaration.Span)
            && LocalUses.Of(local, scope, model, cancellation).Where(LocalUses.IsWrite).All(write => isOwn(write));

    // What the call certainly writes, from the start of the array.
    private static string? FilledBy(InvocationExpressionSyntax call, ExpressionSyntax part, IMethodSymbol method, SemanticModel model)
        => (method.Name, call.ArgumentList.Arguments) switch
        {
            ("ReadExactly", _) => CountNextTo(part, model),
            ("ReadExactlyAsync", _) => ValueOf(call) is AwaitExpressionSyntax ? CountNextTo(part, model) : null,
            ("CopyTo", { Count: 1 or 2 }) => BeginsAtZero(part, model) && call.Expression is MemberAccessExpressionSyntax source
                ? $"{source.Expression}.Length"
                : null,
            ("CopyTo", _) => CountNextTo(part, model),
            ("Copy", [_, var target, { Expression: var count }]) when method.ContainingType.SpecialType == SpecialType.System_Array
                => target.Expression == part ? count.ToString() : null,
            ("Copy", _) when method.ContainingType.SpecialType == SpecialType.System_Array => CountNextTo(part, model),

            // It counts bytes.
            ("BlockCopy", _) when model.GetTypeInfo(part).Type is IArrayTypeSymbol { ElementType.SpecialType: SpecialType.System_Byte }
                => CountNextTo(part, model),
            _ => null,
        };

    // 'array, 0, n' or 'array.AsSpan(0, n)'
    private static string? CountNextTo(ExpressionSyntax part, SemanticModel model)
    {
        ArgumentSyntax[] next = part is InvocationExpressionSyntax view ? [.. view.ArgumentList.Arguments]
            : part.Parent is ArgumentSyntax { Parent: ArgumentListSyntax { Arguments: var arguments } } argument
                ? [.. arguments.Skip(arguments.IndexOf(argument) + 1)]
            : [];
        return next is [{ Expression: var start }, { Expression: var count }, ..] && model.GetConstantValue(start).Value is 0 ? count.ToString() : null;
    }
}
