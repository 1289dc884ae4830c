using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.Flow;

/// <summary>Finds out what a method with available source does with an array or memory that it receives. This type is thread-safe.</summary>
internal sealed class ParameterUse(Callees callees)
{
    private const int MaxDepth = 4;

    // One table for each depth, because the depth limit ends recursion: an answer then does not depend on which thread asks first.
    private readonly ConcurrentDictionary<IParameterSymbol, Passing>[] _passings = DepthCache.Create<IParameterSymbol, Passing>(MaxDepth);
    private readonly ConcurrentDictionary<IParameterSymbol, bool> _lengths = new(SymbolEqualityComparer.Default);

    /// <summary>What the method does with the argument; null if its source is not available.</summary>
    /// <param name="parameter">The parameter that receives the argument.</param>
    /// <param name="cancellation">Cancels the analysis.</param>
    /// <param name="depth">The number of calls between the followed body and this one. Calls beyond the limit, and recursive calls, count as lending.</param>
    public Passing? PassingTo(IParameterSymbol parameter, CancellationToken cancellation, int depth = 0)
    {
        IParameterSymbol declared = parameter.OriginalDefinition;
        if (declared.ContainingSymbol is not IMethodSymbol method || callees.BodyOf(method, cancellation) is not { } body)
            return null;

        return PassingTo(declared, Callees.ParameterIn(body, declared, cancellation), method, body, depth, cancellation);
    }

    /// <summary>What a member of an extension block does with its receiver; null if its source is not available.</summary>
    public Passing? PassingToReceiver(IMethodSymbol method, CancellationToken cancellation)
        => callees.BodyOf(method, cancellation) is not { } body ? null
            : Callees.ReceiverIn(body, cancellation) is { } receiver ? PassingTo(receiver, receiver, method, body, depth: 0, cancellation)
            : Passing.Lent;

    private Passing PassingTo(
        IParameterSymbol key, IParameterSymbol? parameter, IMethodSymbol method, IOperation body, int depth, CancellationToken cancellation)
        => depth > MaxDepth || parameter is null ? Passing.Lent : _passings[depth].GetOrAdd(key, _ =>
        {
            HashSet<ISymbol> names = NamesOf(parameter, body, cancellation);

            // An override gets for some reason what the method itself does not use.
            return Mentions(body, names, cancellation)
                .Select(mention => PassingBy(mention, names, depth, cancellation))
                .DefaultIfEmpty(method.IsVirtual ? Passing.Unknown : Passing.Lent)
                .Max();
        });

    /// <summary>Whether the method takes the argument's length for the number of elements that are present or requested.</summary>
    public bool CountsByLength(IParameterSymbol parameter, CancellationToken cancellation)
    {
        IParameterSymbol declared = parameter.OriginalDefinition;
        return declared is { RefKind: not RefKind.Ref, ContainingSymbol: IMethodSymbol method }
            && callees.BodyOf(method, cancellation) is { } body
            && _lengths.GetOrAdd(declared, _ => Callees.ParameterIn(body, declared, cancellation) is { } parameter
                && CountsByLength(declared, Mentions(body, NamesOf(parameter, body, cancellation), cancellation), body));
    }

    // A method that can replace the array, as by 'Array.Resize(ref buffer, 2 * n)', takes its length for the room that is left.
    private static bool CountsByLength(IParameterSymbol parameter, IEnumerable<IOperation> mentions, IOperation body)
        => mentions.Any(mention => LengthUse.IsCount(mention, parameter, body) && !IsAssignedBefore(mention, body))
            && !mentions.Any(static mention => mention.Parent is IArgumentOperation { Parameter.RefKind: RefKind.Ref });

    // 'part = part.Slice(0, length)': what the name refers to afterwards may be a part of the argument.
    private static bool IsAssignedBefore(IOperation mention, IOperation body) => body.Descendants().OfType<ISimpleAssignmentOperation>()
        .Any(assignment => assignment.Syntax.Span.End <= mention.Syntax.SpanStart && assignment.Target.Syntax.ToString() == mention.Syntax.ToString());

    // The parameter and the locals that refer to it or to a view of it.
    private static HashSet<ISymbol> NamesOf(IParameterSymbol parameter, IOperation body, CancellationToken cancellation)
    {
        HashSet<ISymbol> names = new(SymbolEqualityComparer.Default) { parameter };
        int count;
        do
        {
            count = names.Count;
            foreach (IOperation mention in Mentions(body, names, cancellation).ToArray())
            {
                IOperation value = ValueOf(mention);
                names.UnionWith(DeclaredFor(value));
                if (TargetOf(value) is { } local && !local.Type.IsRefLikeType && local.Type.TypeKind != TypeKind.Pointer)
                    names.Add(local);
            }
        }
        while (names.Count > count);

        return names;
    }

    private static IEnumerable<IOperation> Mentions(IOperation body, HashSet<ISymbol> names, CancellationToken cancellation)
        => body.DescendantsAndSelf().WithCheckpoints(cancellation).Where(operation => operation switch
        {
            ILocalReferenceOperation local => names.Contains(local.Local),
            IParameterReferenceOperation parameter => names.Contains(parameter.Parameter),
            _ => false,
        });

    private Passing PassingBy(IOperation mention, HashSet<ISymbol> names, int depth, CancellationToken cancellation)
    {
        if (mention.Type?.IsRefLikeType == true)
            return Passing.Lent;
        if (IsInsideFunction(mention, names))
            return Passing.Kept;

        IOperation value = ValueOf(mention);
        return value.Parent switch
        {
            IVariableInitializerOperation => Passing.Lent, // another name of the parameter
            IAssignmentOperation assignment when assignment.Value == value => TargetOf(value) is null ? Passing.Kept : Passing.Lent,
            IReturnOperation => Passing.Unknown, // the value of the call refers to the argument
            ITupleOperation or IArrayInitializerOperation or IFieldInitializerOperation or IPropertyInitializerOperation => Passing.Kept,
            IArgumentOperation argument => PassingTo(argument, value, depth, cancellation),
            IAnonymousObjectCreationOperation or { Syntax: CollectionExpressionSyntax } => Passing.Kept,
            IInvalidOperation or IDynamicInvocationOperation or IDynamicObjectCreationOperation => Passing.Kept, // nothing tells what it calls
            _ => Passing.Lent,
        };
    }

    private Passing PassingTo(IArgumentOperation argument, IOperation value, int depth, CancellationToken cancellation)
    {
        // 'return new Chunk(array, offset, count)': the value of the call refers to the argument.
        if (argument.Parent is IObjectCreationOperation creation)
            return creation.Parent is IReturnOperation or IConversionOperation { Parent: IReturnOperation } ? Passing.Unknown : Passing.Kept;
        if (argument.Parameter is not { } parameter || parameter.RefKind is RefKind.Ref or RefKind.Out)
            return Passing.Kept;

        return parameter.Type.IsRefLikeType ? Passing.Lent : PassingTo(parameter, cancellation, depth + 1) ?? OwnershipByName.PassingOf(argument, value);
    }

    // A converted, conditional or sliced value is still the same memory.
    private static IOperation ValueOf(IOperation operation) => operation.Parent switch
    {
        IConversionOperation { Type.IsRefLikeType: false } conversion => ValueOf(conversion),
        IConditionalOperation conditional when conditional.Condition != operation && conditional.Type is not null => ValueOf(conditional),
        ICoalesceOperation coalesce => ValueOf(coalesce),
        ISwitchExpressionArmOperation { Parent: { } choice } arm when arm.Value == operation => ValueOf(choice),
        IArgumentOperation { Parent: { } call } when call.Type?.IsRefLikeType == false && Views.ViewedBy(call) == operation => ValueOf(call),
        IInvocationOperation call when call.Type?.IsRefLikeType == false && Views.ViewedBy(call) == operation => ValueOf(call),
        _ => operation,
    };

    private static ILocalSymbol? TargetOf(IOperation value) => value.Parent switch
    {
        IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator } => declarator.Symbol,
        IAssignmentOperation { Target: ILocalReferenceOperation { Local: { RefKind: RefKind.None } local } } assignment when assignment.Value == value => local,
        _ => null,
    };

    // 'array is { Length: > 0 } some', 'array switch { { } some => some }': other names of the value.
    private static IEnumerable<ISymbol> DeclaredFor(IOperation value) => (value.Parent switch
    {
        IIsPatternOperation test when test.Value == value => [test.Pattern],
        ISwitchExpressionOperation choice when choice.Value == value => choice.Arms.Select(static arm => arm.Pattern),
        ISwitchOperation choice when choice.Value == value => choice.Cases.SelectMany(static section => section.Clauses)
            .OfType<IPatternCaseClauseOperation>().Select(static clause => clause.Pattern),
        _ => Enumerable.Empty<IPatternOperation>(),
    }).Select(static pattern => pattern switch
    {
        IDeclarationPatternOperation declaration => declaration.DeclaredSymbol,
        IRecursivePatternOperation recursive => recursive.DeclaredSymbol,
        IListPatternOperation list => list.DeclaredSymbol,
        _ => null,
    }).OfType<ISymbol>();

    // A lambda may run at any time, so its mentions count as kept.
    private static bool IsInsideFunction(IOperation mention, HashSet<ISymbol> names)
    {
        for (IOperation? operation = mention.Parent; operation is not null; operation = operation.Parent)
        {
            if (operation is IAnonymousFunctionOperation lambda)
                return !names.Any(name => SymbolEqualityComparer.Default.Equals(name.ContainingSymbol, lambda.Symbol));
        }

        return false;
    }
}

/// <summary>
/// Finds out how a method uses the length of its argument. The length of a rented array is meant for checking whether there is room, and for
/// filling the array. It is not the number of elements that are present or requested.
/// </summary>
internal static class LengthUse
{
    /// <summary>Whether a mention of the parameter in the method's body reads all of it, or uses its length as a count.</summary>
    public static bool IsCount(IOperation mention, IParameterSymbol parameter, IOperation body) => mention.Parent switch
    {
        IForEachLoopOperation loop => loop.Collection == mention,
        IConversionOperation { Parent: IForEachLoopOperation loop } collection => loop.Collection == collection,
        IPropertyReferenceOperation { Property.Name: "Length" } length
            => IsReadOnly(parameter.Type) || IsResult(length, body) || IsRest(length) || IsCountOfAReader(length, mention),
        IConversionOperation { Parent: IArgumentOperation } view when Views.IsView(view.Type) => IsGivenToAReader(view.Parent!),
        IArgumentOperation => IsGivenToAReader(mention.Parent),
        _ => false,
    };

    // 'socket.SendAsync(memory, token)': a method of the framework reads all of it.
    private static bool IsGivenToAReader(IOperation argument)
        => argument is IArgumentOperation { Parameter: { } parameter, Parent: IInvocationOperation { TargetMethod: var reader } }
            && Framework.Owns(reader)
            && KnownMethods.ReadsToTheEnd(reader, parameter)
            && !reader.Parameters.Any(static other => other.Type.SpecialType is SpecialType.System_Int32 or SpecialType.System_Int64);

    // 'stream.Write(array, 0, array.Length)'
    private static bool IsCountOfAReader(IOperation length, IOperation array) => length.Parent is IArgumentOperation { Parent: IInvocationOperation call }
        && Framework.Owns(call.TargetMethod)
        && KnownMethods.ReadsToTheEnd(call.TargetMethod)
        && call.Arguments.Any(other => other.Value.Syntax.ToString() == array.Syntax.ToString());

    private static bool IsReadOnly(ITypeSymbol type) => type.Name is "ReadOnlySpan" or "ReadOnlyMemory" && Views.IsView(type);

    // 'count = target.Length', 'return target.Length': the caller gets the length as a count.
    private static bool IsResult(IOperation length, IOperation body) => length.Parent switch
    {
        IConversionOperation conversion => IsResult(conversion, body),
        ISimpleAssignmentOperation { Target: IParameterReferenceOperation { Parameter.RefKind: RefKind.Out } } assignment => assignment.Value == length,
        IReturnOperation => !OtherCountsAreReturned(length, Functions.Around(length) ?? body),
        _ => false,
    };

    // 'return target.Length' beside 'return written': what fits, or the part that was needed.
    private static bool OtherCountsAreReturned(IOperation length, IOperation function) => function.Descendants().OfType<IReturnOperation>()
        .Any(other => other.ReturnedValue is { ConstantValue.HasValue: false } value && value.Syntax.ToString() != length.Syntax.ToString());

    // 'while (... Read(buffer, total, buffer.Length - total) ...)': the loop continues until the array is full.
    private static bool IsRest(IOperation length)
        => length.Parent is IBinaryOperation { OperatorKind: BinaryOperatorKind.Subtract, Parent: IArgumentOperation } rest && rest.LeftOperand == length
            && IsInLoop(rest);

    private static bool IsInLoop(IOperation operation)
    {
        for (IOperation? outer = operation.Parent; outer is not null; outer = outer.Parent)
        {
            if (outer is ILoopOperation)
                return true;
        }

        return false;
    }
}

/// <summary>Recognizes methods whose result refers to nothing of their instance, as their source shows.</summary>
internal static class Copies
{
    /// <summary>Whether the result of the call is only the instance of such a method: <c>array.AsChunk(0, n).Copy()</c>.</summary>
    public static bool IsMadeOf(IInvocationOperation call, Callees callees, CancellationToken cancellation)
        => call.Parent is IInvocationOperation { TargetMethod: { IsVirtual: false, IsOverride: false, IsAbstract: false } method } copy
            && copy.Instance == call
            && callees.BodyOf(method, cancellation) is { } body
            && body.Descendants().WithCheckpoints(cancellation).All(static operation => operation switch
            {
                IReturnOperation { ReturnedValue: { } result } => IsNew(result),
                IInvocationOperation { TargetMethod: var callee } => Framework.Owns(callee) && callee.Name is not ("Return" or "Dispose"),
                IAssignmentOperation => false,
                _ => true,
            });

    private static bool IsNew(IOperation value) => Conversions.Unwrap(value) switch
    {
        IObjectCreationOperation { Initializer: null } creation => creation.Arguments.All(static argument => IsNew(argument.Value)),
        IInvocationOperation { TargetMethod.Name: "ToArray" } => true,
        var single => single.Type is not IArrayTypeSymbol && !OwnershipByName.MayHold(single.Type),
    };
}
