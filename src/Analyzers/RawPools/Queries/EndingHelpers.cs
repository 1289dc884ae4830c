using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// Finds the methods of the project that return or dispose an argument, such as <c>void Free(byte[] array) => _pool.Return(array)</c>. A call of such
/// a method ends the rental. This type is thread-safe.
/// </summary>
/// <param name="callees">Reads the methods.</param>
/// <param name="uses">Knows what other methods do with the argument.</param>
/// <param name="endedBy">The rental that a call ends. The number says how many helpers led to the call.</param>
/// <param name="mayEnd">Whether the type of a parameter, and its method, allow that the method ends it.</param>
internal sealed class EndingHelpers(
    Callees callees,
    ParameterUse uses,
    Func<IInvocationOperation, int, CancellationToken, IOperation?> endedBy,
    Func<ITypeSymbol, IMethodSymbol, CancellationToken, bool> mayEnd)
{
    private const int MaxDepth = 3;

    // One table for each depth, because the depth limit ends recursion: an answer then does not depend on which thread asks first.
    private readonly ConcurrentDictionary<IParameterSymbol, bool>[] _ends = DepthCache.Create<IParameterSymbol, bool>(MaxDepth);
    private readonly ConcurrentDictionary<IMethodSymbol, bool>[] _endsReceiver = DepthCache.Create<IMethodSymbol, bool>(MaxDepth);

    /// <summary>The argument that the call ends, or its receiver; null if it ends none.</summary>
    public IOperation? EndedBy(IInvocationOperation call, int depth, CancellationToken cancellation)
        => depth > MaxDepth || MayRunOtherCode(call.TargetMethod) ? null
            : EndsItsReceiver(call.TargetMethod, depth, cancellation) ? call.Instance
            : call.Arguments.FirstOrDefault(argument => argument.Parameter is { } parameter && Ends(parameter.OriginalDefinition, depth, cancellation))?.Value;

    // An override may keep the argument, and an asynchronous method ends it later.
    private static bool MayRunOtherCode(IMethodSymbol method)
        => method.IsVirtual || method.IsAbstract || method.IsOverride || method.IsAsync || Tasks.IsTask(method.ReturnType);

    private bool Ends(IParameterSymbol parameter, int depth, CancellationToken cancellation)
        => parameter is { RefKind: RefKind.None, ContainingSymbol: IMethodSymbol method }
            && mayEnd(parameter.Type, method, cancellation)
            && callees.BodyOf(method, cancellation) is { } body
            && _ends[depth].GetOrAdd(
                parameter, _ => Callees.ParameterIn(body, parameter, cancellation) is { } own && IsEndedBy(body, own, depth, cancellation));

    // 'array.Free()', a member of an extension block
    private bool EndsItsReceiver(IMethodSymbol method, int depth, CancellationToken cancellation)
        => Callees.IsOfAnExtensionBlock(method)
            && callees.BodyOf(method, cancellation) is { } body
            && Callees.ReceiverIn(body, cancellation) is { RefKind: RefKind.None } receiver
            && mayEnd(receiver.Type, method, cancellation)
            && _endsReceiver[depth].GetOrAdd(method.OriginalDefinition, _ => IsEndedBy(body, receiver, depth, cancellation));

    private bool IsEndedBy(IOperation body, IParameterSymbol parameter, int depth, CancellationToken cancellation)
        => new EndingHelper(parameter, uses, call => endedBy(call, depth + 1, cancellation), cancellation).Ends(body);
}

/// <summary>
/// A method that may end one of its parameters. It may ask whether the parameter is null or empty, but no other condition may decide about the end.
/// </summary>
internal sealed class EndingHelper(
    IParameterSymbol parameter, ParameterUse uses, Func<IInvocationOperation, IOperation?> endedBy, CancellationToken cancellation)
{
    /// <summary>Whether the body ends the parameter on every path on which it is not null or empty, and neither keeps nor replaces it.</summary>
    public bool Ends(IOperation body)
        => EndsIn(CodeOf(body)) && body.Descendants().WithCheckpoints(cancellation).Where(IsParameter).All(IsHarmless);

    private static IBlockOperation? CodeOf(IOperation body) => body switch
    {
        IMethodBodyOperation method => method.BlockBody ?? method.ExpressionBody,
        ILocalFunctionOperation function => function.Body,
        _ => null,
    };

    private bool EndsIn(IBlockOperation? block)
    {
        if (block is null)
            return false;

        foreach (IOperation statement in block.Operations)
        {
            if (IsEnd(statement))
                return true;

            // 'if (array == null) return;' leaves the method only without an array.
            bool asksOnlyForIt = statement is IConditionalOperation { WhenFalse: null, Condition: var condition } && AsksOnlyForIt(condition);
            if (!asksOnlyForIt && statement.DescendantsAndSelf().WithCheckpoints(cancellation).Any(static part => part is IReturnOperation or IBranchOperation))
                return false;
        }

        return false;
    }

    private bool IsEnd(IOperation statement) => statement switch
    {
        IExpressionStatementOperation { Operation: IInvocationOperation call } => endedBy(call) is { } ended && IsParameter(Conversions.Unwrap(ended)),
        IExpressionStatementOperation { Operation: IConditionalAccessOperation { WhenNotNull: IInvocationOperation call } access }
            => IsParameter(access.Operation) && endedBy(call) is IConditionalAccessInstanceOperation,
        IConditionalOperation { WhenFalse: null } condition when AsksOnlyForIt(condition.Condition)
            => condition.WhenTrue is IBlockOperation block ? EndsIn(block) : IsEnd(condition.WhenTrue),
        ITryOperation { Finally: { } last } => EndsIn(last),
        IBlockOperation block => EndsIn(block),
        _ => false,
    };

    // 'array != null', 'array is { Length: > 0 }'
    private bool AsksOnlyForIt(IOperation condition) => condition.DescendantsAndSelf().All(part => part switch
    {
        { ConstantValue: { HasValue: true, Value: var constant } } => constant is null or 0,
        IBinaryOperation or IUnaryOperation or IConversionOperation or IConditionalAccessOperation or IConditionalAccessInstanceOperation => true,
        IIsPatternOperation or IPatternOperation or IPropertySubpatternOperation => true,
        IInstanceReferenceOperation { ReferenceKind: InstanceReferenceKind.PatternInput } => true,
        IPropertyReferenceOperation { Property.Name: "Length" } => true,
        _ => IsParameter(part),
    });

    private bool IsHarmless(IOperation mention) => mention.Parent switch
    {
        IConversionOperation conversion => conversion.Type?.IsRefLikeType == true || IsHarmless(conversion),
        IArgumentOperation { Parent: IInvocationOperation call } argument => endedBy(call) == argument.Value || IsLent(argument),
        IInvocationOperation call => endedBy(call) == mention || Framework.Owns(call.TargetMethod),
        IBinaryOperation or IIsPatternOperation or IConditionalAccessOperation or IPropertyReferenceOperation or IArrayElementReferenceOperation => true,
        _ => false,
    };

    private bool IsLent(IArgumentOperation argument) => argument.Parameter is { RefKind: RefKind.None } lent
        && (uses.PassingTo(lent, cancellation) ?? OwnershipByName.PassingOf(argument, argument.Value)) == Passing.Lent;

    private bool IsParameter(IOperation operation)
        => operation is IParameterReferenceOperation reference && SymbolEqualityComparer.Default.Equals(reference.Parameter, parameter);
}
