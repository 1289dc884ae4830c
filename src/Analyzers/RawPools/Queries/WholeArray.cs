using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// Checks whether code reads a rented array, or the memory of a rented owner, to its end. Filling it to its end is fine: <c>stream.Read(array)</c> and
/// <c>if (count == array.Length) Grow()</c> use its length correctly.
/// </summary>
internal static class WholeArray
{
    /// <summary>Whether the operand, a rented array or a local with a view of all of it, is read to its end here.</summary>
    public static bool IsConsumedBy(
        IOperation array, RawPoolProtocol protocol, SemanticModel model, CancellationToken cancellation) => array.Syntax.Parent switch
        {
            // A range copies elements of an array, but only narrows a view.
            ElementAccessExpressionSyntax element => element.Expression == array.Syntax
                && element.ArgumentList.Arguments is [{ Expression: var index }]
                && IsFromEnd(index)
                && !(index is RangeExpressionSyntax && Views.IsView(array.Type))
                && IsRead(element),
            MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Length" } length => IsBound(length, array, model) || IsCount(array),
            _ => (IsReader(Of(array), protocol, cancellation) && !IsCut(ReadFrom(Of(array)))) || IsCopiedIntoAPart(array),
        };

    private static bool IsFromEnd(ExpressionSyntax index) => index switch
    {
        PrefixUnaryExpressionSyntax => index.IsKind(SyntaxKind.IndexExpression),
        RangeExpressionSyntax range => range.RightOperand is null || IsFromEnd(range.RightOperand),
        _ => false,
    };

    private static bool IsBound(MemberAccessExpressionSyntax length, IOperation array, SemanticModel model)
        => length.Parent is BinaryExpressionSyntax condition && condition.IsKind(SyntaxKind.LessThanExpression) && condition.Parent switch
        {
            // for (int i = 0; i < array.Length; i++) ... array[i] ...
            ForStatementSyntax loop => loop.Condition == condition && !Breaks(loop)
                && ReadsOf(array.Syntax, loop.Statement).Any(element => !IsReset(element, model)),

            // while (i < array.Length) ... array[i++] ...; a loop that breaks looks for an end.
            WhileStatementSyntax loop => ReadsOf(array.Syntax, loop.Statement).Any(element => IsNext(element, condition.Left))
                && !Breaks(loop) && !loop.Statement.DescendantNodes().Any(static node => node is ReturnStatementSyntax),
            _ => false,
        };

    // The loop may end before the old contents.
    private static bool Breaks(StatementSyntax loop) => loop.DescendantNodes(node => node == loop || !(node is SwitchStatementSyntax || Loops.IsLoop(node)))
        .Any(static node => node is BreakStatementSyntax);

    private static IEnumerable<ElementAccessExpressionSyntax> ReadsOf(SyntaxNode array, StatementSyntax loop) => loop.DescendantNodes()
        .OfType<ElementAccessExpressionSyntax>()
        .Where(element => element.Expression.ToString() == array.ToString() && IsRead(element));

    private static bool IsNext(ElementAccessExpressionSyntax element, ExpressionSyntax index)
        => element.ArgumentList.Arguments is [{ Expression: PostfixUnaryExpressionSyntax { Operand: var moved } }] && moved.ToString() == index.ToString();

    private static bool IsRead(ElementAccessExpressionSyntax element)
        => !(element.Parent is AssignmentExpressionSyntax assignment
                && assignment.Left == element
                && (assignment.IsKind(SyntaxKind.SimpleAssignmentExpression) || assignment.Parent is ExpressionStatementSyntax))
            && element.Parent is not ArgumentSyntax { RefKindKeyword.RawKind: not (int)SyntaxKind.None };

    // items[i].Reset(), of a struct in this project whose method only sets members: the old values do not show.
    private static bool IsReset(ElementAccessExpressionSyntax element, SemanticModel model)
        => element.Parent is MemberAccessExpressionSyntax { Parent: InvocationExpressionSyntax { Parent: ExpressionStatementSyntax } call }
            && model.GetSymbolInfo(call).Symbol is IMethodSymbol { ContainingType.IsValueType: true, DeclaringSyntaxReferences: [var declaration] }
            && model.Compilation.ContainsSyntaxTree(declaration.SyntaxTree)
            && model.Of(declaration.SyntaxTree) is var own
            && declaration.GetSyntax() is MethodDeclarationSyntax { Body.Statements: { Count: > 0 } statements }
            && statements.All(statement => statement is ExpressionStatementSyntax { Expression: AssignmentExpressionSyntax assignment }
                && assignment.IsKind(SyntaxKind.SimpleAssignmentExpression)
                && !assignment.Right.DescendantNodesAndSelf().Any(node => IsOfAnObject(node, own)));

    // A member of the struct or of another object, or what a call gives. A constant is static.
    private static bool IsOfAnObject(SyntaxNode value, SemanticModel model)
        => value is ThisExpressionSyntax or InvocationExpressionSyntax
            || (value is SimpleNameSyntax && model.GetSymbolInfo(value).Symbol is IFieldSymbol { IsStatic: false } or IPropertySymbol { IsStatic: false });

    // stream.Write(array, 0, array.Length)
    private static bool IsCount(IOperation array)
        => array.Parent is IPropertyReferenceOperation { Parent: IArgumentOperation { Parent: IInvocationOperation call } }
            && Framework.Owns(call.TargetMethod)
            && KnownMethods.ReadsToTheEnd(call.TargetMethod)
            && call.Arguments.Any(argument => argument.Value.Syntax.ToString() == array.Syntax.ToString())
            && !IsCounted(array.Syntax);

    // 'left -= array.Length': the method knows how many elements these are.
    private static bool IsCounted(SyntaxNode array) => MemberSyntax.Around(array)!.DescendantNodes().OfType<AssignmentExpressionSyntax>()
        .Any(assignment => assignment.Kind() is SyntaxKind.SubtractAssignmentExpression or SyntaxKind.AddAssignmentExpression
            && assignment.Right is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Length", Expression: var counted }
            && counted.ToString() == array.ToString());

    /// <summary>The array itself, converted, as a span or memory of the whole array, or as a query that gives a value for each element.</summary>
    public static IOperation Of(IOperation operand) => (operand.Parent is IArgumentOperation argument ? argument.Parent : operand.Parent) switch
    {
        { } all when ViewedBy(all) == operand => Of(all),
        IInvocationOperation { TargetMethod: { Name: "Select", ContainingType.Name: "Enumerable" }, Arguments: [{ Value: var source }, _] } all
            when source == operand => Of(all),
        _ => operand,
    };

    /// <summary>What the value is a view of all of; itself if it is none.</summary>
    public static IOperation Origin(IOperation value) => ViewedBy(value) is { } viewed ? Origin(viewed) : value;

    // The operand that the value is the same as, or a view of all of.
    private static IOperation? ViewedBy(IOperation value) => value switch
    {
        IConversionOperation conversion => conversion.Operand,
        IInvocationOperation { TargetMethod.Name: "AsSpan" or "AsMemory", Arguments: [{ Value: var array }] } => array,
        IInvocationOperation { TargetMethod: { Name: "Cast" or "AsBytes", ContainingType.Name: "MemoryMarshal" }, Arguments: [{ Value: var span }] } => span,
        IObjectCreationOperation { Arguments: [{ Value: var array }] } when Views.IsView(value.Type) => array,
        IPropertyReferenceOperation { Property.Name: "Span" or "Memory" } all when Views.IsView(all.Type) => all.Instance,
        _ => null,
    };

    private static bool IsReader(IOperation whole, RawPoolProtocol protocol, CancellationToken cancellation)
        => (whole.Syntax.Parent is ForEachStatementSyntax loop && loop.Expression == whole.Syntax && !Writes(loop) && !Breaks(loop))
            || whole.Syntax.Parent is SpreadElementSyntax
            || whole.Parent switch
            {
                IArgumentOperation argument => IsReader(argument, protocol, cancellation),
                IInvocationOperation { TargetMethod: var method } call
                    => call.Instance == whole && Framework.Owns(method) && KnownMethods.ReadsToTheEnd(method),
                _ => false,
            };

    // The call that reads the array, with its value.
    private static IOperation? ReadFrom(IOperation whole) => whole.Parent is IArgumentOperation argument ? argument.Parent : whole.Parent;

    // Write(array.ToArray(), 0, count), Convert.ToHexString(array)[..(2 * count)]: only the part with the data goes on.
    private static bool IsCut(IOperation? copy)
        => copy?.Type is IArrayTypeSymbol or { SpecialType: SpecialType.System_String } && IsCutAt(copy);

    private static bool IsCutAt(IOperation copy) => copy.Parent switch
    {
        IConversionOperation conversion => IsCutAt(conversion),
        IArgumentOperation { Parameter.Ordinal: var place, Parent: IInvocationOperation { TargetMethod: var method } }
            => method.Parameters.ElementAtOrDefault(place + 1)?.Type.SpecialType == SpecialType.System_Int32,
        IInvocationOperation { TargetMethod: var method, Instance: var instance } => instance == copy && method.Name is "Substring" or "Slice" or "Remove",
        _ => copy.Syntax.Parent is ElementAccessExpressionSyntax { ArgumentList.Arguments: [{ Expression: RangeExpressionSyntax { RightOperand: not null } }] },
    };

    // array.CopyTo(target.Slice(start)): a part has room for what was requested. Code that grows copies the whole array into another whole one.
    private static bool IsCopiedIntoAPart(IOperation array)
    {
        IOperation? user = Of(array).Parent;
        return (user is IArgumentOperation ? user.Parent : user) is IInvocationOperation { TargetMethod: { Name: "CopyTo" } method } copy
            && Framework.Owns(method)
            && copy.Arguments.LastOrDefault()?.Syntax is ArgumentSyntax { Expression: var target }
            && IsPart(target)
            && !target.DescendantNodes().Any(node => node.ToString() == $"{array.Syntax}.Length");
    }

    private static bool IsPart(ExpressionSyntax target) => target switch
    {
        InvocationExpressionSyntax call => MemberSyntax.NameOf(call) is "Slice" or "AsSpan" or "AsMemory" && call.ArgumentList.Arguments.Count > 0,
        ElementAccessExpressionSyntax element => element.ArgumentList.Arguments is [{ Expression: RangeExpressionSyntax }],
        _ => false,
    };

    // foreach (ref byte element in array.AsSpan())
    private static bool Writes(ForEachStatementSyntax loop) => loop.Type is RefTypeSyntax { ReadOnlyKeyword.RawKind: (int)SyntaxKind.None };

    private static bool IsReader(IArgumentOperation argument, RawPoolProtocol protocol, CancellationToken cancellation)
        => argument is { Parameter: { } parameter } && argument.Parent switch
        {
            IInvocationOperation { TargetMethod: var method } call when TakesACount(method) || IsCast(method) || IsForATerminator(call) => false,
            IInvocationOperation { TargetMethod: var method } => Framework.Owns(method)
                ? KnownMethods.ReadsToTheEnd(method, parameter)
                : protocol.CountsByLength(parameter, cancellation),
            IObjectCreationOperation { Constructor: { } constructor, Type: { } type } creation
                => !TakesACount(constructor)
                    && (type.SpecialType == SpecialType.System_String
                        || (type.Name == "MemoryStream" && !IsRoom(creation))
                        || (Framework.Owns(constructor) && KnownMethods.ReadsToTheEnd(constructor))),
            _ => false,
        };

    // The array is room for what the stream will hold.
    private static bool IsRoom(IObjectCreationOperation stream) => IsGivenALength(stream) || IsOnlyWritten(stream);

    // stream = new MemoryStream(array); stream.SetLength(0)
    private static bool IsGivenALength(IObjectCreationOperation stream)
        => VariableOf(stream.Syntax) is { } variable
            && MemberSyntax.NamesAround(stream.Syntax)["SetLength"].Any(name => name.SpanStart > stream.Syntax.Span.End
                && name.Parent is MemberAccessExpressionSyntax { Expression: var set, Parent: InvocationExpressionSyntax }
                && set.ToString() == variable);

    // using var stream = new MemoryStream(array); source.CopyTo(stream): nothing asks the stream for its length, or for what it holds. Other code that gets
    // the stream has written to it where the method then asks for the position.
    private static bool IsOnlyWritten(IObjectCreationOperation stream)
    {
        if (stream.Syntax.Parent is not EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax local })
            return false;

        SyntaxNode[] mentions = [.. MemberSyntax.NamesAround(local)[local.Identifier.ValueText].Select(static name => name.Parent!)];
        bool isAskedForThePosition = Array.Exists(mentions, IsPosition);
        return Array.TrueForAll(mentions, mention => IsPosition(mention) || mention switch
        {
            MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Write" or "WriteAsync" or "WriteByte" or "Flush" or "Dispose" } => true,
            ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax call }
                => isAskedForThePosition || MemberSyntax.NameOf(call) is "CopyTo" or "CopyToAsync",
            ArgumentSyntax { Parent.Parent: BaseObjectCreationExpressionSyntax } => isAskedForThePosition,
            _ => false,
        });
    }

    // 'stream.Position', but no assignment of it: that goes back to what is there.
    private static bool IsPosition(SyntaxNode mention)
        => mention is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Position" } position
            && !(position.Parent is AssignmentExpressionSyntax assignment && assignment.Left == position);

    private static string? VariableOf(SyntaxNode value) => value.Parent switch
    {
        AssignmentExpressionSyntax assignment => assignment.Left.ToString(),
        EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax declarator } => declarator.Identifier.ValueText,
        _ => null,
    };

    /// <summary>Whether the method has a parameter for a start or a count. The value of <c>Array.Fill(array, 1)</c> is neither.</summary>
    public static bool TakesACount(IMethodSymbol method)
        => method.OriginalDefinition.Parameters.Any(static parameter
            => parameter is { RefKind: RefKind.None, Type.SpecialType: SpecialType.System_Int32 or SpecialType.System_Int64 });

    // text.AsSpan().IndexOf('\0'): the terminator ends the data.
    private static bool IsForATerminator(IInvocationOperation search)
        => search is { TargetMethod.Name: "IndexOf", Arguments: [_, { Value.ConstantValue.Value: 0 or (byte)0 or '\0' }, ..] };

    private static bool IsCast(IMethodSymbol method) => method.ContainingType is { Name: "MemoryMarshal" or "Unsafe" } || Views.IsView(method.ReturnType);
}
