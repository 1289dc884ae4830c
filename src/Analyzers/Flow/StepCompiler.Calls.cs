using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.FlowAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Flow;

// Calls and creations, which end, begin, use or keep rentals.
internal sealed partial class StepCompiler
{
    private Source VisitCall(IInvocationOperation call)
    {
        if (Callees.IsLeftOut(call))
            return Source.Unknown;

        if (Views.VariableBehind(call) is { } variable)
            return Visit(variable);

        if (Exchange(call) is { } old)
            return old;

        IOperation? ended = protocol.EndedBy(call, cancellation);
        IOperation? viewed = protocol.ViewedBy(call);
        Source end = Source.Unknown;
        Source view = Source.Unknown;
        List<Source> passed = [];
        if (call.Instance is { } instance)
        {
            Source self = Pass(instance, protocol.PassingOfReceiver(call, cancellation));
            if (self.IsVariable && protocol.MayGiveItself(call))
                passed.Add(self);
        }

        foreach (IArgumentOperation argument in call.Arguments)
        {
            if (IsLentElement(argument))
            {
                Pass(argument.Value, Passing.Lent);
            }
            else if (argument.Parameter?.RefKind is RefKind.Ref or RefKind.Out)
            {
                if (!PassSegment(argument))
                    PassByReference(argument);
            }
            else
            {
                Source given = Pass(argument.Value, Tasks.IsWithoutArray(argument.Value.Type) ? Passing.Lent : protocol.Passing(argument, cancellation));
                IReadOnlyList<(Source Source, IOperation Operand)> stored = StoredIn(argument.Value);
                if (given.IsVariable && !Identity.IsKey(argument.Value)
                    && (Outlets.IsMemory(argument.Value.Type) || protocol.IsOwner(Conversions.Unwrap(argument.Value).Type)))
                {
                    stored = [(given, argument.Value)];
                }

                if (stored.Count > 0 && outlets.Receives(argument))
                {
                    foreach ((Source source, IOperation operand) in stored)
                        GiveAway(source, operand);
                }
            }
        }

        if (end.IsVariable)
        {
            Emit(StepKind.End, call, end);
            IOperation holder = Resolve(Conversions.Unwrap(ended!));
            if (protocol.EmptiesVariable(call, holder) && VariableOf(holder) is { } emptied)
                Emit(StepKind.Assign, call, new Source(Value.Null), emptied);
        }

        if (ChangesFields(call))
            Emit(StepKind.ForgetFields, call);

        if (NeverReturns(call.TargetMethod))
        {
            if (!EndsTheProcess(call.TargetMethod))
                Fail(ThrownBy(call), call);
            Emit(StepKind.Stop, call);
        }
        else if (ended is null && !protocol.IsRent(call))
            Fail(FailureOf(call), call);

        if (protocol.IsRent(call))
            return protocol.RentedInto(call) is { } place ? RentInto(place, call) : Rent(call);
        if (!view.IsVariable && passed.Count == 0 && protocol.IsObtained(call, cancellation))
            return Rent(call, StepKind.Obtain);
        if (!view.IsVariable && Tasks.FunctionRunBy(call) is { } function)
            return Start(call, function);

        bool mayCarry = call.Type is { } type && (type is not { IsValueType: true, IsRefLikeType: false } || OwnershipByName.MayHold(type));
        return view.IsVariable || passed.Count == 0 || !mayCarry
            ? view
            : Carry(call, Value.Unknown, passed);

        Source Pass(IOperation operand, Passing passing)
        {
            Source source = Visit(operand);
            if (operand == viewed)
                view = source.AsView();

            if (operand == ended)
                end = source;
            else if (passing == Passing.Kept)
                Escape(source, operand);
            else if (passing == Passing.Unknown && !protocol.IsCopied(call, cancellation))
                Hand(source, operand, passed);
            else if (source.IsVariable)
                Emit(IsHarmless(call) ? StepKind.HarmlessUse : StepKind.Use, operand, source);

            if (source.IsVariable && Tasks.ListFor(operand, call) is { } list && !shared.IsCaptured(list.Local))
                Emit(StepKind.Collect, operand, source, variables.Of(list.Local));
            return source;
        }
    }

    // The task of 'Task.Run(() => Fill(array))' works on the variables that the function mentions, unless the function itself ends them.
    private Source Start(IInvocationOperation call, IMethodSymbol function)
    {
        int task = variables.OfCarrier(call);
        Emit(StepKind.Assign, call, Source.Unknown, task);
        foreach (IGrouping<ISymbol, IOperation> mentions in shared.MentionsIn(function)
            .GroupBy(static mention => mention.Symbol, static mention => mention.Mention, SymbolEqualityComparer.Default))
        {
            if (!shared.IsAssignedInside(mentions.Key) && !mentions.Any(IsEnded) && !mentions.All(mention => IsHarmless(mention.Parent!)))
                Emit(StepKind.Collect, call, Source.Of(variables.Of(mentions.Key)), task);
        }

        return Source.Of(task);
    }

    private bool IsEnded(IOperation mention) => (mention.Parent is IArgumentOperation ? mention.Parent.Parent : mention.Parent) is IInvocationOperation call
        && protocol.EndedBy(call, cancellation) is not null;

    // Whether the method always throws, like a helper that keeps a throw out of a hot method.
    private static bool NeverReturns(IMethodSymbol method)
        => method.GetAttributes().Any(static attribute => attribute.AttributeClass?.Name == "DoesNotReturnAttribute")
            || (method.Name.StartsWith("Throw", StringComparison.Ordinal) && !method.Name.StartsWith("ThrowIf", StringComparison.Ordinal)
                && (method is { ReturnsVoid: true, IsStatic: true } || (!method.IsAsync && method.DeclaringSyntaxReferences.Any(OnlyThrows))))
            || EndsTheProcess(method);

    private static bool OnlyThrows(SyntaxReference method) => method.GetSyntax() switch
    {
        MethodDeclarationSyntax { Body: var block, ExpressionBody: var expression } => OnlyThrows(block, expression),
        LocalFunctionStatementSyntax { Body: var block, ExpressionBody: var expression } => OnlyThrows(block, expression),
        _ => false,
    };

    private static bool OnlyThrows(BlockSyntax? block, ArrowExpressionClauseSyntax? expression)
        => block?.Statements is [ThrowStatementSyntax] || expression?.Expression is ThrowExpressionSyntax;

    private static bool EndsTheProcess(IMethodSymbol method)
        => method is { Name: "FailFast" or "Exit", ContainingType.Name: "Environment" } && Framework.Owns(method);

    // A helper that throws. Where its source is not at hand, its name says whether it asserts.
    private Failure ThrownBy(IInvocationOperation call)
    {
        bool isAssertion = call.TargetMethod.DeclaringSyntaxReferences.IsEmpty
            ? Callees.IsNamedLikeAnAssertion(call.TargetMethod)
            : protocol.FailureOf(call, cancellation) != Failure.Outside;
        return isAssertion ? Failure.Inside : Failure.Outside;
    }

    // Whether the call may run code of the own type, which may assign the type's fields.
    private bool ChangesFields(IInvocationOperation call)
    {
        // The base class cannot assign private fields of this type.
        if (call.Instance?.Syntax is BaseExpressionSyntax)
            return false;

        return call.Instance is IInstanceReferenceOperation
            || call.TargetMethod.MethodKind is MethodKind.DelegateInvoke or MethodKind.LocalFunction
            || SymbolEqualityComparer.Default.Equals(call.TargetMethod.ContainingType?.OriginalDefinition, owner.ContainingType?.OriginalDefinition)
            || call.Arguments.Any(static argument => argument.Value is IInstanceReferenceOperation);
    }

    // 'old = Interlocked.Exchange(ref _array, null)' takes the array out of the field, as 'old = _array; _array = null' does. 'Volatile.Write' gives none, and
    // after 'CompareExchange' the field may hold either.
    private Source? Exchange(IInvocationOperation call)
    {
        if (call is not { TargetMethod.ContainingType.Name: "Interlocked" or "Volatile", Arguments: [{ Value: var place }, { Value: var value }, ..] }
            || call.TargetMethod.Name is not ("Exchange" or "CompareExchange" or "Write")
            || VariableOf(place) is not { } variable)
        {
            return null;
        }

        int old = variables.OfCarrier(call);
        Emit(StepKind.Assign, call, Source.Of(variable), old);
        Source source = Visit(value);
        Escape(source, value);
        foreach (IArgumentOperation comparand in call.Arguments.Skip(2))
        {
            Visit(comparand.Value);
            source = Source.Unknown;
        }

        Emit(StepKind.Assign, value, source, variable);
        return Source.Of(old);
    }

    private Source VisitCreation(IObjectCreationOperation creation)
    {
        IOperation? viewed = protocol.ViewedBy(creation);
        Source view = Source.Unknown;
        List<Source> passed = [];
        foreach (IArgumentOperation argument in creation.Arguments)
        {
            Source source = Visit(argument.Value);
            if (argument.Value == viewed)
                view = source.AsView();
            else if (source.IsVariable && protocol.IsStored(argument, cancellation))
                _contents.Add(creation, source, argument.Value);

            // An object that keeps the array may also be what returns it.
            bool isLent = viewed is not null && Keepers.KeptBy(creation) is null;
            Passing passing = isLent ? Passing.Lent : protocol.Passing(argument, cancellation);
            if (passing == Passing.Kept)
                Escape(source, argument.Value);
            else if (passing == Passing.Unknown)
                Hand(source, argument.Value, passed);
            else
                Use(source, argument.Value);
        }

        if (protocol.IsRent(creation))
            return Rent(creation);

        if (viewed is not null)
            return view;

        Fail(protocol.FailureOf(creation, cancellation), creation);
        return passed.Count == 0 ? new Source(Value.NotNull) : Carry(creation, Value.NotNull, passed);
    }

    // The argument of an indexer or of a call through a function pointer.
    private void VisitArgument(IArgumentOperation argument)
    {
        Source source = Visit(argument.Value);
        Passing passing = protocol.Passing(argument, cancellation);
        if (passing == Passing.Kept)
            Store(source, argument.Value);
        else if (passing == Passing.Unknown)
            Hand(source, argument.Value, []);
        else
            Use(source, argument.Value);
    }

    private void Fail(Failure failure, IOperation operation)
    {
        if (failure != Failure.None)
            Emit(failure == Failure.Outside ? StepKind.MayFail : StepKind.MayThrow, operation);
    }

    private Failure FailureOf(IInvocationOperation call)
    {
        IInvocationOperation? start = StartOf(call);
        return IsGivenByOwnType(start ?? call) ? Failure.Inside
            : start is not null && Callees.IsForeignSequence(start) ? Failure.Outside
            : protocol.FailureOf(call, cancellation);
    }

    // The call that gave the enumerator of a foreach, which is a capture.
    private IInvocationOperation? StartOf(IInvocationOperation call)
        => call is { TargetMethod.Name: "MoveNext", Instance: IFlowCaptureReferenceOperation enumerator }
            && Conversions.Unwrap(Resolve(enumerator)) is IInvocationOperation { TargetMethod.Name: "GetEnumerator" } start
                ? start
                : null;

    // Whether a private method calls a delegate, or reads a sequence, that it was given. Its callers are of its own type.
    private bool IsGivenByOwnType(IInvocationOperation call)
        => (call.TargetMethod.MethodKind == MethodKind.DelegateInvoke || Callees.IsForeignSequence(call))
            && Callees.IsGivenByOwnType(call.Instance!, owner);

    private void Hand(Source source, IOperation operand, List<Source> passed)
    {
        if (!source.IsVariable || IsNumber(operand.Type))
            return;

        Emit(StepKind.Pass, operand, source);
        passed.Add(source);
    }

    // A number is not a rental, so the call that gets the length of an array may give another array. A native integer may be an address.
    private static bool IsNumber(ITypeSymbol? type)
        => type is { IsValueType: true, SpecialType: not (SpecialType.None or SpecialType.System_IntPtr or SpecialType.System_UIntPtr) };

    // The value of an expression that received rentals. It carries them to wherever it goes.
    private Source Carry(IOperation operation, Value value, List<Source> passed)
    {
        int variable = variables.OfCarrier(operation);
        Emit(StepKind.Assign, operation, new Source(value), variable);
        foreach (Source source in passed)
            Emit(StepKind.Carry, operation, source, variable);
        return Source.Of(variable);
    }

    private Source Rent(IOperation rent, StepKind kind = StepKind.Rent)
    {
        int variable = variables.OfRent(rent);
        Emit(kind, rent, target: variable);
        return Source.Of(variable);
    }

    // 'if (pool.TryRent(n, out array))': only where the answer is true there is an array, and the variable has it.
    private Source RentInto(IArgumentOperation place, IInvocationOperation rent)
    {
        Source rented = Rent(rent);
        IOperation target = Resolve(place.Value is IDeclarationExpressionOperation declaration ? declaration.Expression : place.Value);
        if (SymbolOf(target) is { } symbol)
            Assign(symbol, rented, rent);
        else if (target is not IDiscardOperation)
            Escape(rented, rent);
        return Answer(rent, new Guard(rented.Variable, Value.NotNull, Value.Null));
    }

    private void PassByReference(IArgumentOperation argument)
    {
        if (argument.Parameter!.RefKind == RefKind.Ref)
        {
            Source source = Visit(argument.Value);
            if (protocol.Passing(argument, cancellation) == Passing.Lent)
            {
                Use(source, argument.Value);
                return;
            }

            Escape(source, argument.Value);
        }

        Overwrite(argument.Value);
    }

    // 'Copy(ref array[0])', 'Copy(ref MemoryMarshal.GetReference(span))': a reference to an element cannot give the array away, and only a span or another
    // reference can keep it. 'MemoryMarshal.CreateSpan(ref array[0], n)' is a view, which is followed.
    private bool IsLentElement(IArgumentOperation argument)
        => argument is { Parameter.RefKind: not RefKind.None, Parent: IInvocationOperation { TargetMethod: var method } call }
            && argument.Value is IArrayElementReferenceOperation or IPropertyReferenceOperation { Property.RefKind: not RefKind.None }
                or IInvocationOperation { TargetMethod.RefKind: not RefKind.None }
            && protocol.ViewedBy(argument.Value) is not null
            && (protocol.ViewedBy(call) == argument.Value || (method.RefKind == RefKind.None && call.Type?.IsRefLikeType != true))
            && call.Instance?.Type?.IsRefLikeType != true
            && !method.Parameters.Any(static other => other is { RefKind: not RefKind.None, Type.IsRefLikeType: true });

    // MemoryMarshal.TryGetArray(memory, out segment): the segment is a view of the same rental as the memory. The call succeeds for an array, so the
    // path on which it fails needs no end of the rental.
    private bool PassSegment(IArgumentOperation argument)
    {
        if (argument is not
            {
                Parameter.RefKind: RefKind.Out,
                Parent: IInvocationOperation { TargetMethod: { Name: "TryGetArray", ContainingType.Name: "MemoryMarshal" } } call,
            }
            || SymbolOf(Resolve(argument.Value is IDeclarationExpressionOperation declaration ? declaration.Expression : argument.Value)) is not { } segment
            || shared.IsAssignedInside(segment))
        {
            return false;
        }

        Source memory = Visit(call.Arguments[0].Value);
        Escape(memory, call.Arguments[0].Value);
        Emit(StepKind.Assign, argument, memory.AsView(), variables.Of(segment));
        return true;
    }
}

/// <summary>What the objects that a body creates were given to store, by their constructors and their initializers.</summary>
internal sealed class Contents
{
    private readonly Dictionary<IOperation, List<(Source Source, IOperation Operand)>> _stored = [];

    public void Add(IOperation creation, Source source, IOperation operand)
    {
        if (!_stored.TryGetValue(creation, out List<(Source, IOperation)> stored))
            _stored.Add(creation, stored = []);

        stored.Add((source, operand));
    }

    /// <summary>What the object stores; empty if the operation creates none.</summary>
    public IReadOnlyList<(Source Source, IOperation Operand)> Of(IOperation creation)
        => _stored.TryGetValue(creation, out List<(Source, IOperation)> stored) ? stored : [];
}
