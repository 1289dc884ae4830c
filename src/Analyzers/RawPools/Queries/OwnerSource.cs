using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// Reads the source of a struct of the project, such as a copy of <c>ValueStringBuilder</c>: which of its methods return the array in one of its fields, and
/// which may replace it by a longer one.
/// </summary>
internal sealed class OwnerSource
{
    private readonly HashSet<IMethodSymbol> _ends = new(SymbolEqualityComparer.Default);
    private readonly HashSet<IMethodSymbol> _growers = new(SymbolEqualityComparer.Default);
    private readonly HashSet<IMethodSymbol> _handOvers = new(SymbolEqualityComparer.Default);
    private readonly List<(IMethodSymbol Symbol, IOperation[] Operations)> _methods = [];
    private readonly HashSet<ISymbol> _fields = new(SymbolEqualityComparer.Default);

    private OwnerSource(INamedTypeSymbol type, Callees callees)
    {
        foreach (IMethodSymbol method in type.GetMembers().OfType<IMethodSymbol>())
        {
            if (method is { IsStatic: false, MethodKind: MethodKind.Ordinary or MethodKind.ExplicitInterfaceImplementation }
                && callees.BodyOf(method, default) is { } body)
            {
                _methods.Add((method, [.. body.DescendantsAndSelf()]));
            }
        }
    }

    /// <summary>What the source of a struct shows; null if no method of it returns an array of its own without renting another.</summary>
    public static StructOwner? Read(INamedTypeSymbol type, Callees callees)
    {
        var source = new OwnerSource(type, callees);
        if (!source.HasAnEnd())
            return null;

        IMethodSymbol[] methods = [.. type.GetMembers().OfType<IMethodSymbol>()];
        IEnumerable<string> factories = methods.Where(method => IsFactory(method, type, callees)).Select(static method => method.Name);
        IEnumerable<IMethodSymbol> late = methods.Where(method => method.MethodKind == MethodKind.Constructor
            && callees.BodyOf(method, default) is IConstructorBodyOperation body
            && !body.Descendants().Any(operation => source.ReplacesTheArray(operation) || CallsAConstructor(operation)));
        return new StructOwner(
            type, source._ends, source._handOvers, source._growers, [.. factories], [.. late], source.ForgetsItsArray(), IsListed: false);
    }

    // 'Take(int length)' rents. 'Empty()', 'Of(byte[] array)' and 'Half(Lease lease)' give no array of the pool, or one that has an owner already.
    private static bool IsFactory(IMethodSymbol method, INamedTypeSymbol type, Callees callees)
        => method is { IsStatic: true, MethodKind: MethodKind.Ordinary }
            && Is(method.ReturnType.OriginalDefinition, type)
            && method.Parameters.All(parameter
                => parameter.Type is not IArrayTypeSymbol && !Views.IsView(parameter.Type) && !Is(parameter.Type.OriginalDefinition, type))
            && callees.BodyOf(method, default)?.Descendants().Any(static operation => operation is IInvocationOperation or IObjectCreationOperation) == true;

    private static bool CallsAConstructor(IOperation operation)
        => operation is IInvocationOperation { TargetMethod.MethodKind: MethodKind.Constructor, Instance: not null };

    private bool HasAnEnd()
    {
        foreach ((_, IOperation[] operations) in _methods)
            _fields.UnionWith(ReturnedFields(operations));

        foreach ((IMethodSymbol symbol, IOperation[] operations) in _methods)
        {
            // 'if (!lease.TryReturn()) lease.Dispose();': a method that answers may return the array on some paths only.
            if (IsDirectEnd(operations))
                (symbol.ReturnType.SpecialType == SpecialType.System_Boolean ? _handOvers : _ends).Add(symbol);
            else if (ReturnedFields(operations).Any())
                _growers.Add(symbol);
        }

        Spread(_ends, operations => Ends(operations[0]));
        Spread(_growers, operations => operations.Any(operation => IsOwnCall(operation, _growers)));
        _growers.ExceptWith(_ends);
        Spread(_handOvers, operations => operations.Any(MayLoseTheArray));
        _handOvers.ExceptWith(_ends);
        _handOvers.ExceptWith(_growers);

        // A method that decides by other objects may know of the copies.
        return _ends.Count > 0 && !_methods.Any(method => _ends.Contains(method.Symbol) && method.Operations.Any(AsksAnotherObject));
    }

    private bool ForgetsItsArray() => _methods
        .Where(method => IsDirectEnd(method.Operations))
        .All(static method => method.Operations.Any(WritesToItself));

    // A method that calls one of these does the same.
    private void Spread(HashSet<IMethodSymbol> methods, Func<IOperation[], bool> doesTheSame)
    {
        int count;
        do
        {
            count = methods.Count;
            methods.UnionWith(_methods.Where(method => doesTheSame(method.Operations)).Select(static method => method.Symbol));
        }
        while (methods.Count > count);
    }

    private bool IsDirectEnd(IOperation[] operations) => ReturnedFields(operations).Any() && !Array.Exists(operations, ReplacesTheArray);

    private bool ReplacesTheArray(IOperation operation) => operation switch
    {
        IInvocationOperation { TargetMethod: { Name: "Rent", ContainingType: var pool } } => RawPoolProtocol.IsArrayPool(pool),
        ISimpleAssignmentOperation { Target: IInstanceReferenceOperation, Value: var value } => !FieldUses.IsNothing(value),
        ISimpleAssignmentOperation { Target: var target, Value: var value } => IsArrayField(target) && !FieldUses.IsNothing(value),
        _ => false,
    };

    // The fields whose arrays a method returns, directly or through a local.
    private static IEnumerable<ISymbol> ReturnedFields(IOperation[] operations)
        => from call in operations.OfType<IInvocationOperation>()
           where call.TargetMethod.Name == "Return" && RawPoolProtocol.IsArrayPool(call.TargetMethod.ContainingType)
           let array = RawPoolProtocol.ArrayOf(call)
           where array is not null
           from field in FieldsBehind(Conversions.Unwrap(array), operations)
           select field;

    private static IEnumerable<ISymbol> FieldsBehind(IOperation array, IOperation[] operations) => array switch
    {
        ILocalReferenceOperation { Local: var local } => operations
            .SelectMany(operation => ValueGivenTo(local, operation)?.DescendantsAndSelf() ?? [])
            .Where(static part => part.Type is IArrayTypeSymbol && !IsGivenToAnotherCall(part))
            .Select(FieldOf)
            .OfType<ISymbol>(),
        _ => FieldOf(array) is { } field ? [field] : [],
    };

    // 'CopyOf(_array)' gives another array. 'Interlocked.Exchange(ref _array, null)' gives that of the field.
    private static bool IsGivenToAnotherCall(IOperation part) => part.Parent is IArgumentOperation
    {
        Parent: not IInvocationOperation { TargetMethod.ContainingType.Name: "Interlocked" }
    };

    // The field of the struct, or the parameter of its primary constructor.
    private static ISymbol? FieldOf(IOperation operation) => operation switch
    {
        IFieldReferenceOperation { Instance: IInstanceReferenceOperation, Field: var field } => field,
        IParameterReferenceOperation { Parameter: { ContainingSymbol: IMethodSymbol { MethodKind: MethodKind.Constructor } } parameter } => parameter,
        _ => null,
    };

    private static IOperation? ValueGivenTo(ILocalSymbol local, IOperation operation) => operation switch
    {
        IVariableDeclaratorOperation declarator when Is(declarator.Symbol, local) => declarator.GetVariableInitializer()?.Value,
        ISimpleAssignmentOperation { Target: ILocalReferenceOperation target } assignment when Is(target.Local, local) => assignment.Value,
        IIsPatternOperation { Pattern: IDeclarationPatternOperation { DeclaredSymbol: { } declared } } test when Is(declared, local) => test.Value,
        IIsPatternOperation { Pattern: IRecursivePatternOperation { DeclaredSymbol: { } declared } } test when Is(declared, local) => test.Value,
        _ => null,
    };

    private static bool Is(ISymbol symbol, ISymbol other) => SymbolEqualityComparer.Default.Equals(symbol, other);

    // Whether the code ends its own value on each path.
    private bool Ends(IOperation operation) => operation switch
    {
        _ when IsOwnCall(operation, _ends) => true,
        IMethodBodyOperation body => (body.BlockBody ?? body.ExpressionBody) is { } block && Ends(block),
        IBlockOperation block => EndsIn(block),
        IConditionalOperation choice => Ends(choice.Condition) || (choice.WhenFalse is { } other && Ends(choice.WhenTrue) && Ends(other)),
        ITryOperation attempt => Ends(attempt.Body) || (attempt.Finally is { } last && Ends(last)),
        ILoopOperation or ISwitchOperation or ISwitchExpressionOperation or IAnonymousFunctionOperation or ILocalFunctionOperation => false,
        IConditionalAccessOperation or ICoalesceOperation or ICoalesceAssignmentOperation => false,
        _ => operation.ChildOperations.Any(Ends),
    };

    private bool EndsIn(IBlockOperation block)
    {
        foreach (IOperation statement in block.Operations)
        {
            if (Ends(statement))
                return true;
            if (statement.DescendantsAndSelf().Any(static part => part is IReturnOperation))
                return false;
        }

        return false;
    }

    private static bool IsOwnCall(IOperation operation, HashSet<IMethodSymbol> methods)
        => operation is IInvocationOperation { Instance: IInstanceReferenceOperation, TargetMethod: var method } && methods.Contains(method.OriginalDefinition);

    // 'Detach() { … _array = null; }', or an end on some paths only.
    private bool MayLoseTheArray(IOperation operation) => IsOwnCall(operation, _ends) || IsOwnCall(operation, _handOvers) || operation switch
    {
        IAssignmentOperation { Target: var target } => target is IInstanceReferenceOperation || IsArrayField(target),
        IArgumentOperation { Parameter.RefKind: RefKind.Ref or RefKind.Out, Value: var given } => given is IInstanceReferenceOperation || IsArrayField(given),
        _ => false,
    };

    private bool IsArrayField(IOperation operation) => FieldOf(operation) is { } field && _fields.Contains(field);

    private static bool WritesToItself(IOperation operation) => operation switch
    {
        IAssignmentOperation { Target: var target } => target is IInstanceReferenceOperation || FieldOf(target) is not null,
        IArgumentOperation { Parameter.RefKind: RefKind.Ref or RefKind.Out, Value: var passed } => FieldOf(passed) is not null,
        _ => false,
    };

    // 'if (_shared.IsReturned) return;', 'if (_count.IsLast())', 'if (--_owners[0] == 0)'
    private bool AsksAnotherObject(IOperation operation) => operation is IConditionalOperation { Condition: var condition }
        && condition.DescendantsAndSelf().Any(part => part switch
        {
            IMemberReferenceOperation { Instance.Type: var asked } => asked is { IsReferenceType: true, TypeKind: not TypeKind.Array },
            IInvocationOperation { Instance.Type: var asked } => asked is { IsReferenceType: true },
            IArrayElementReferenceOperation { ArrayReference: var shared } => FieldOf(shared) is { } field && !_fields.Contains(field),
            _ => false,
        });
}
