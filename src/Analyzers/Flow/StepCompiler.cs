using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.FlowAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Flow;

/// <summary>
/// Turns the operations of a block into steps, in the order of evaluation. Each visit returns the source of the expression's value; its use by
/// the consumer decides which step is emitted.
/// </summary>
internal sealed partial class StepCompiler(
    RentalProtocol protocol, SharedVariables shared, Outlets outlets, ISymbol owner, Variables variables, CancellationToken cancellation)
{
    private readonly Dictionary<CaptureId, List<IOperation>> _captured = []; // the values that each capture may get, in source order
    private readonly Dictionary<ISymbol, ISymbol> _referenced = new(SymbolEqualityComparer.Default); // the variables that 'ref' locals refer to
    private readonly Contents _contents = new();
    private readonly HeldTasks _heldTasks = new(shared, variables);
    private List<Step> _steps = [];

    public FlowBlock Compile(BasicBlock block)
    {
        _steps = [];
        foreach (IOperation operation in block.Operations)
            Visit(operation);

        Guard? guard = null;
        if (block.BranchValue is { } value)
        {
            if (block.ConditionKind != ControlFlowConditionKind.None)
                guard = GuardOf(value);
            else if (block.FallThroughSuccessor?.Semantics == ControlFlowBranchSemantics.Return)
                Return(value);
            else
                Use(value);
        }

        return new FlowBlock(block, [.. _steps], guard, FlowGraph.AnswerOf(block), FlowGraph.IsInFinally(block), FlowGraph.IsInCatch(block));
    }

    private void Return(IOperation value)
    {
        if (Conversions.Unwrap(value) is ITupleOperation tuple)
        {
            foreach (IOperation element in tuple.Elements)
                Return(element);
            return;
        }

        Source source = Visit(value);
        Escape(source, value);
        Emit(StepKind.Assign, value, source, variables.OfResult(value));

        // What the returned object stores leaves the body with it.
        foreach ((Source stored, IOperation operand) in StoredIn(value))
            GiveAway(stored, operand);
    }

    private IReadOnlyList<(Source Source, IOperation Operand)> StoredIn(IOperation value) => _contents.Of(Resolve(Conversions.Unwrap(value)));

    // The value goes to an object that outlives the body, so it leaves the body like a returned value.
    private void GiveAway(Source source, IOperation operand) => Emit(StepKind.Assign, operand, source, variables.OfResult(operand));

    // Evaluates an operation. The consumer decides what happens to its value.
    private Source Visit(IOperation? operation)
    {
        // FlowCache gives up the body if this throws; without the check, a stack overflow would end the compiler.
        RuntimeHelpers.EnsureSufficientExecutionStack();
        switch (operation)
        {
            case null:
                return Source.Unknown;
            case { Type.SpecialType: SpecialType.System_Boolean, ConstantValue.HasValue: false } when IsNullTest(operation, out Guard? tested):
                return tested is { } test ? Answer(operation, test) : Source.Unknown;
            case { ConstantValue: { HasValue: true, Value: var constant } }:
                return new Source(constant switch { null => Value.Null, true => Value.True, false => Value.False, _ => Value.NotNull });
            case IArrayCreationOperation { Initializer: null } creation:
                UseAll(creation);
                return new Source(Value.NotNull);
            case IDefaultValueOperation:
                return new Source(Value.Null);
            case ILocalReferenceOperation or IParameterReferenceOperation or IFlowCaptureReferenceOperation or IFieldReferenceOperation:
            case IPropertyReferenceOperation when SymbolOf(operation) is not null:
                return VisitReference(operation);
            case IFlowCaptureOperation capture:
                if (!_captured.TryGetValue(capture.Id, out List<IOperation> values))
                    _captured.Add(capture.Id, values = []);
                values.Add(capture.Value);
                Source captured = Visit(capture.Value);
                if (captured == Source.Unknown && IsWrapped(capture.Value))
                    captured = new Source(Value.NotNull);
                Emit(StepKind.Assign, capture, captured, variables.Of(capture.Id));
                return Source.Unknown;
            case IExpressionStatementOperation statement:
                Source task = Visit(statement.Operation);
                if (Tasks.DroppedBy(statement) is { } dropped)
                    Emit(StepKind.Assign, dropped, task, variables.OfRunning(dropped));
                return Source.Unknown;
            case ISimpleAssignmentOperation assignment:
                return VisitAssignment(assignment);
            case IDeconstructionAssignmentOperation deconstruction:
                if (Conversions.Unwrap(deconstruction.Value) is ITupleOperation tuple)
                    EscapeAll(tuple);
                else
                    Store(deconstruction.Value);
                Overwrite(deconstruction.Target);
                return Source.Unknown;
            case ICompoundAssignmentOperation compound:
                Operate(compound, compound.OperatorMethod);
                Overwrite(compound.Target);
                ForgetFieldsOf(compound);
                return Source.Unknown;
            case IIncrementOrDecrementOperation increment:
                Operate(increment, increment.OperatorMethod);
                Overwrite(increment.Target);
                return Source.Unknown;

            // owner.Value, owner.GetValueOrDefault()
            case IPropertyReferenceOperation { Property: { Name: "Value", ContainingType: var type }, Instance: { } nullable } when IsNullable(type):
                return Visit(nullable);
            case IInvocationOperation { TargetMethod: { Name: "GetValueOrDefault", ContainingType: var type }, Arguments.IsEmpty: true, Instance: { } nullable }
                when IsNullable(type):
                return Visit(nullable);
            case IArgumentOperation argument:
                VisitArgument(argument);
                return Source.Unknown;
            case IInvocationOperation call:
                return VisitCall(call);
            case IObjectCreationOperation creation:
                return VisitCreation(creation);
            case IConversionOperation { OperatorMethod: null } conversion when Views.ViewedBy(conversion) is null:
                return Visit(conversion.Operand);
            case IReturnOperation yielded:
                Escape(Visit(yielded.ReturnedValue), yielded);
                Emit(StepKind.MayFail, yielded);
                return Source.Unknown;
            case IAwaitOperation wait:
                VisitAwait(wait);
                return protocol.IsRent(wait) ? Rent(wait) : Source.Unknown;
            case ITupleOperation or IArrayInitializerOperation or IAnonymousObjectCreationOperation or IObjectOrCollectionInitializerOperation:
                EscapeAll(operation);
                return Source.Unknown;

            // The delegate of an extension method holds its receiver, but the compiler's tree does not have that.
            case IMethodReferenceOperation { Instance: null, Syntax: MemberAccessExpressionSyntax { Expression: IdentifierNameSyntax receiver } }:
                foreach (int variable in variables.Named(receiver.Identifier.ValueText))
                    Escape(Source.Of(variable), operation);
                return Source.Unknown;
            case INameOfOperation or IFlowAnonymousFunctionOperation:
                return Source.Unknown;
            default:
                return VisitOther(operation);
        }
    }

    private void VisitAwait(IAwaitOperation wait)
    {
        Source task = Visit(wait.Operation);
        if (Tasks.IsAwaitable(wait.Operation.Type))
            Use(task, wait.Operation);
        else
            Store(task, wait.Operation);
        Emit(StepKind.ForgetFields, wait);
        int abandoned = Tasks.AbandonedBy(wait) is { } call ? variables.OfRunning(call) : Source.NoVariable;
        if (abandoned != Source.NoVariable)
            Emit(StepKind.Assign, wait, task, abandoned);
        if (!Tasks.IsYield(wait))
            Emit(StepKind.MayFail, wait);
        if (abandoned != Source.NoVariable)
            Emit(StepKind.Assign, wait, Source.Unknown, abandoned);
    }

    // Handles a property, an element, a conversion or arithmetic: the operation uses its operands, or views one of them. Any other one hands them on.
    private Source VisitOther(IOperation operation)
    {
        IOperation? viewed = protocol.ViewedBy(operation);
        Source view = Source.Unknown;
        foreach (IOperation child in operation.ChildOperations)
        {
            Source source = Visit(child);
            if (child == viewed)
                view = protocol.IsRentalItself(operation) ? source.AsArray() : source.AsView();

            if (child != viewed && !protocol.IsMereUse(operation, source.IsItself))
                Store(source, child);
            else if (source.IsVariable)
                Emit(IsHarmless(operation) ? StepKind.HarmlessUse : StepKind.Use, child, source);
        }

        LearnCount(operation);
        if (Tasks.IsResult(operation))
            Emit(StepKind.MayFail, operation);
        return view;
    }

    private bool IsHarmless(IOperation operation) => protocol.IsHarmless(operation) || Views.IsLength(operation) || Keepers.IsHarmless(operation);

    private void Operate(IOperation operation, IMethodSymbol? operatorMethod)
    {
        if (RentalProtocol.IsPlain(operatorMethod))
            UseAll(operation);
        else
            EscapeAll(operation);
    }

    private static bool IsNullable(INamedTypeSymbol type) => type.OriginalDefinition.SpecialType == SpecialType.System_Nullable_T;

    private Source Answer(IOperation operation, Guard test)
    {
        int answer = variables.OfAnswer(operation);
        _steps.Add(new Step(StepKind.Test, operation, Source.Of(test.Variable), answer, test));
        return Source.Of(answer);
    }

    // 'array?.Length' is the length as a nullable number if the array is not null.
    private static bool IsWrapped(IOperation value) => value is IConversionOperation
    {
        OperatorMethod: null, Operand.Type: { IsValueType: true, OriginalDefinition.SpecialType: not SpecialType.System_Nullable_T },
    };

    private Source VisitReference(IOperation reference)
    {
        if (VariableOf(reference) is { } variable)
        {
            Await(reference, variable);
            return Source.Of(variable);
        }

        if (reference is IFieldReferenceOperation { Instance: { } instance })
            Use(instance);
        return Source.Unknown;
    }

    private Source VisitAssignment(ISimpleAssignmentOperation assignment)
    {
        // 'ref byte[] slot = ref _array': the local is another name of the field.
        if (assignment is { IsRef: true, Target: ILocalReferenceOperation { Local: var reference } }
            && !shared.IsRebound(reference)
            && SymbolOf(assignment.Value) is { } referenced)
        {
            _referenced[reference] = referenced;
            return Source.Unknown;
        }

        IOperation target = Resolve(assignment.Target);
        ISymbol? read = target is IPropertyReferenceOperation ? SymbolOf(target) : null;
        if (SymbolOf(target) is null && target is not IDiscardOperation)
        {
            UseAll(target);
            LearnCount(target);
        }

        Source source = Visit(assignment.Value);

        // An assignment through a reference to an element uses the array.
        if (!assignment.IsRef && SymbolOf(target) is ILocalSymbol { RefKind: not RefKind.None })
            Use(target);
        else if (read is null && SymbolOf(target) is { } symbol)
        {
            Source assigned = Assign(symbol, source, assignment.Value);
            if (_heldTasks.StartedBy(assignment) is { } held)
                Emit(StepKind.Assign, assignment, source, held);
            return assigned;
        }

        if (source.IsVariable)
            GiveTo(assignment, source);
        if (target is IInstanceReferenceOperation || IsOwnStruct(target))
            Emit(StepKind.ForgetFields, assignment);
        ForgetFieldsOf(assignment);
        if (target is not IDiscardOperation)
            Escape(source, assignment.Value);

        // What a setter does with a rental is not followed. The field of the property does not have the old one any more.
        if (read is not null)
            Emit(StepKind.Assign, assignment.Value, source.IsVariable || HasCode(target) ? Source.Unknown : source, variables.Of(read));
        return source;
    }

    // 'set => field = value ?? []' may store another value.
    private bool HasCode(IOperation target) => target is IPropertyReferenceOperation { Property.SetMethod.DeclaringSyntaxReferences: [var setter] }
        && setter.GetSyntax(cancellation) is AccessorDeclarationSyntax { Body: not null } or AccessorDeclarationSyntax { ExpressionBody: not null };

    private void GiveTo(ISimpleAssignmentOperation assignment, Source source)
    {
        if (assignment.Target is IMemberReferenceOperation { Instance: IFlowCaptureReferenceOperation created } target && Stores.Keeps(target))
            _contents.Add(Resolve(created), source, assignment.Value);
        else if (outlets.Receives(assignment))
            GiveAway(source, assignment.Value);
    }

    // 'Buffer = null', where the accessor mentions a field of an array or calls a method: it may assign the fields.
    private void ForgetFieldsOf(IAssignmentOperation assignment)
    {
        if (assignment.Target is IPropertyReferenceOperation { Instance: null or IInstanceReferenceOperation, Property: { SetMethod: { } setter } property }
            && SymbolEqualityComparer.Default.Equals(property.ContainingType.OriginalDefinition, owner.ContainingType?.OriginalDefinition)
            && setter.DeclaringSyntaxReferences.Any(accessor => MayAssign(accessor.GetSyntax(cancellation), property.ContainingType)))
        {
            Emit(StepKind.ForgetFields, assignment);
        }
    }

    private static bool MayAssign(SyntaxNode accessor, INamedTypeSymbol type) => accessor.DescendantNodes().OfType<IdentifierNameSyntax>()
        .SelectMany(name => type.GetMembers(name.Identifier.ValueText))
        .Any(static member => member is IMethodSymbol or IFieldSymbol { Type.IsReferenceType: true });

    // Unsafe.AsRef(in this) = default
    private static bool IsOwnStruct(IOperation target)
        => target is IInvocationOperation { TargetMethod.Name: "AsRef", Arguments: [{ Value: IInstanceReferenceOperation }] };

    private Source Assign(ISymbol target, Source source, IOperation value)
    {
        if (shared.IsAssignedInside(target))
        {
            Escape(source, value);
            return Source.Unknown;
        }

        if (IsShared(target))
            Escape(source, value);

        Emit(StepKind.Assign, value, source, variables.Of(target));
        LearnConstant(target, value);
        Await(value, variables.Of(target));
        return Source.Of(variables.Of(target));
    }

    private void Await(IOperation mention, int local)
    {
        if (_heldTasks.AwaitedBy(mention, local) is { } held)
            Emit(StepKind.Assign, mention, Source.Unknown, held);
    }

    // The target now holds an unknown value.
    private void Overwrite(IOperation target)
    {
        if (Resolve(target) is ITupleOperation or IDeclarationExpressionOperation)
        {
            foreach (IOperation part in Resolve(target).ChildOperations)
                Overwrite(part);
        }
        else if (SymbolOf(Resolve(target)) is { } symbol)
        {
            Emit(StepKind.Assign, target, Source.Unknown, variables.Of(symbol));
        }
    }

    private void Use(IOperation operand) => Use(Visit(operand), operand);

    private void Use(Source source, IOperation operand)
    {
        if (source.IsVariable)
            Emit(StepKind.Use, operand, source);
    }

    private void Escape(Source source, IOperation operand)
    {
        if (source.IsVariable)
            Emit(StepKind.Escape, operand, source);
    }

    private void UseAll(IOperation operation)
    {
        foreach (IOperation child in operation.ChildOperations)
            Use(child);
    }

    private void EscapeAll(IOperation operation)
    {
        foreach (IOperation child in operation.ChildOperations)
            Store(child);
    }

    private void Store(IOperation operand) => Store(Visit(operand), operand);

    // A list of tasks does not lead to the arrays that they work on.
    private void Store(Source source, IOperation operand)
    {
        if (Tasks.IsWithoutArray(operand.Type))
            Use(source, operand);
        else
            Escape(source, operand);
    }

    private void Emit(StepKind kind, IOperation operation, Source source = default, int target = Source.NoVariable)
    {
        _steps.Add(new Step(kind, operation, source, target));
        if (kind is StepKind.Use or StepKind.Escape or StepKind.Pass && source.IsItself && protocol.EndsView(operation))
            _steps.Add(new Step(StepKind.Assign, operation, Source.Unknown, source.Variable));
    }

    // A captured target is replaced by its operation, because 'rented ??= Rent(n)' assigns through a capture.
    private IOperation Resolve(IOperation target)
        => target is IFlowCaptureReferenceOperation reference && _captured.TryGetValue(reference.Id, out List<IOperation> values) ? values[^1] : target;

    private int? VariableOf(IOperation operation) => operation switch
    {
        IFlowCaptureReferenceOperation capture => variables.Of(capture.Id),
        _ when SymbolOf(operation) is { } symbol && !shared.IsAssignedInside(symbol) => variables.Of(symbol),
        _ => null,
    };

    // The analysis follows only the fields of this object and of its type.
    private ISymbol? SymbolOf(IOperation operation) => operation switch
    {
        ILocalReferenceOperation { Local: var local } => ReferencedBy(local),
        IParameterReferenceOperation parameter => parameter.Parameter,
        IInvocationOperation call when Views.VariableBehind(call) is { } variable => SymbolOf(variable),
        IFieldReferenceOperation { Instance: null or IInstanceReferenceOperation, Field: var field }
            when SymbolEqualityComparer.Default.Equals(field.ContainingType, owner.ContainingType) => field,
        IPropertyReferenceOperation { Instance: null or IInstanceReferenceOperation, Property: var property }
            when SymbolEqualityComparer.Default.Equals(property.ContainingType, owner.ContainingType) => PropertyFields.ReadBy(property, cancellation),
        _ => null,
    };

    private ISymbol ReferencedBy(ISymbol symbol) => _referenced.TryGetValue(symbol, out ISymbol referenced) ? referenced : symbol;

    private bool IsShared(ISymbol symbol)
        => symbol is IFieldSymbol or IParameterSymbol { RefKind: RefKind.Ref or RefKind.Out } || shared.IsCaptured(symbol);
}
