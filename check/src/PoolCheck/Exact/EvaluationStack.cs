using Mono.Cecil;
using Mono.Cecil.Cil;

namespace PooledGen.PoolCheck;

/// <summary>What an entry of the evaluation stack is.</summary>
internal enum StackEntry
{
    /// <summary>A value, or a reference to an object.</summary>
    Value,

    /// <summary>A managed reference or a pointer, which may point into an array.</summary>
    Address,

    /// <summary>An address that is not one of an element: that of a local, an argument, a static field, or a field of an object.</summary>
    OwnAddress,
}

/// <summary>
/// Follows the evaluation stack of a method from its first instruction to its last. Instructions that only a backward branch reaches begin with an empty stack,
/// which ECMA-335 (III.1.7.5) demands.
/// </summary>
internal sealed class EvaluationStack
{
    private readonly MethodBody _body;
    private readonly Dictionary<Instruction, StackEntry[]> _atTargets = [];
    private List<StackEntry> _entries = [];
    private bool _isUnreachable;

    public EvaluationStack(MethodBody body)
    {
        _body = body;
        foreach (ExceptionHandler handler in body.ExceptionHandlers)
        {
            bool hasException = handler.HandlerType is ExceptionHandlerType.Catch or ExceptionHandlerType.Filter;
            _atTargets[handler.HandlerStart] = hasException ? [StackEntry.Value] : [];
            if (handler.FilterStart is { } filter)
                _atTargets[filter] = [StackEntry.Value];
        }
    }

    /// <summary>The entry at a depth; 0 is the top. A value if the stack is not so deep, as in code that is never reached.</summary>
    public StackEntry this[int depth] => depth < _entries.Count ? _entries[^(depth + 1)] : StackEntry.Value;

    /// <summary>Goes to an instruction, before it runs.</summary>
    public void Enter(Instruction instruction)
    {
        if (_atTargets.TryGetValue(instruction, out StackEntry[]? entries))
            _entries = _isUnreachable || entries.Length != _entries.Count ? [.. entries] : [.. entries.Zip(_entries, Join)];
        else if (_isUnreachable)
            _entries = [];

        _isUnreachable = false;
    }

    /// <summary>Runs an instruction.</summary>
    public void Run(Instruction instruction)
    {
        OpCode code = instruction.OpCode;
        StackEntry? pushed = Result(instruction);
        switch (instruction.Operand)
        {
            case IMethodSignature signature when code.FlowControl == FlowControl.Call:
                bool takesThis = signature.HasThis && !signature.ExplicitThis && code.Code != Code.Newobj;
                Pop(signature.Parameters.Count + (takesThis ? 1 : 0) + (code.Code == Code.Calli ? 1 : 0));
                if (code.Code == Code.Newobj || signature.ReturnType.MetadataType != MetadataType.Void)
                    _entries.Add(pushed ?? StackEntry.Value);

                break;
            default:
                Pop(PopCount(code.StackBehaviourPop));
                _entries.AddRange(Enumerable.Repeat(pushed ?? StackEntry.Value, PushCount(code.StackBehaviourPush)));
                break;
        }

        if (instruction.Operand is Instruction target)
            Reach(target, code.Code == Code.Leave);
        else if (instruction.Operand is Instruction[] targets)
            Array.ForEach(targets, each => Reach(each, isEmpty: false));

        _isUnreachable = code.FlowControl is FlowControl.Branch or FlowControl.Return or FlowControl.Throw || code.Code == Code.Jmp;
    }

    /// <summary>What a load of a type pushes.</summary>
    public static StackEntry Of(TypeReference type) => type.MetadataType switch
    {
        MetadataType.ByReference or MetadataType.Pointer or MetadataType.FunctionPointer or MetadataType.IntPtr or MetadataType.UIntPtr => StackEntry.Address,
        MetadataType.OptionalModifier or MetadataType.RequiredModifier or MetadataType.Pinned => Of(((TypeSpecification)type).ElementType),
        _ => StackEntry.Value,
    };

    private static StackEntry Join(StackEntry one, StackEntry other) => one == other ? one : one == StackEntry.Value || other == StackEntry.Value
        ? StackEntry.Value
        : StackEntry.Address;

    // Null for a value.
    private StackEntry? Result(Instruction instruction) => instruction.OpCode.Code switch
    {
        Code.Ldarg => instruction.Operand == _body.ThisParameter
            ? _body.Method.DeclaringType.IsValueType ? StackEntry.Address : StackEntry.Value
            : Of(((ParameterDefinition)instruction.Operand).ParameterType),
        Code.Ldloc => Of(((VariableDefinition)instruction.Operand).VariableType),
        Code.Ldarga or Code.Ldloca or Code.Ldsflda or Code.Localloc or Code.Unbox => StackEntry.OwnAddress,
        Code.Ldflda => this[0] == StackEntry.Address ? StackEntry.Address : StackEntry.OwnAddress,
        Code.Ldfld or Code.Ldsfld => Of(GenericTypes.Of((FieldReference)instruction.Operand)),
        Code.Ldobj or Code.Ldelem_Any or Code.Unbox_Any => Of((TypeReference)instruction.Operand),
        Code.Ldelema or Code.Ldind_I or Code.Ldelem_I or Code.Refanyval => StackEntry.Address,
        Code.Conv_I or Code.Conv_U or Code.Conv_Ovf_I or Code.Conv_Ovf_U or Code.Conv_Ovf_I_Un or Code.Conv_Ovf_U_Un
            => this[0] == StackEntry.OwnAddress ? StackEntry.OwnAddress : StackEntry.Address,
        Code.Dup => this[0],
        Code.Add or Code.Add_Ovf or Code.Add_Ovf_Un or Code.Sub or Code.Sub_Ovf or Code.Sub_Ovf_Un
            => this[0] == StackEntry.Value ? this[1] : this[1] == StackEntry.Value ? this[0] : StackEntry.Address,
        Code.Mul or Code.And or Code.Or or Code.Xor or Code.Not or Code.Neg or Code.Shl or Code.Shr or Code.Shr_Un or Code.Div or Code.Div_Un or Code.Rem
            => this[0] == StackEntry.Value && this[1] == StackEntry.Value ? StackEntry.Value : StackEntry.Address,
        Code.Call or Code.Callvirt when instruction.Operand is MethodReference called => Of(GenericTypes.Substitute(called.ReturnType, called)),
        Code.Calli => Of(((IMethodSignature)instruction.Operand).ReturnType),
        _ => null,
    };

    private void Reach(Instruction target, bool isEmpty)
    {
        bool isKnown = _atTargets.TryGetValue(target, out StackEntry[]? known) && known.Length == _entries.Count;
        _atTargets[target] = isEmpty ? [] : isKnown ? [.. known!.Zip(_entries, Join)] : [.. _entries];
    }

    private void Pop(int count)
    {
        int left = Math.Max(_entries.Count - count, 0);
        _entries.RemoveRange(left, _entries.Count - left);
    }

    private int PopCount(StackBehaviour behaviour) => behaviour switch
    {
        StackBehaviour.Pop0 => 0,
        StackBehaviour.Pop1 or StackBehaviour.Popi or StackBehaviour.Popref => 1,
        StackBehaviour.Varpop => 0,
        StackBehaviour.PopAll => _entries.Count,
        StackBehaviour.Popi_popi_popi or StackBehaviour.Popref_popi_popi or StackBehaviour.Popref_popi_popi8 or StackBehaviour.Popref_popi_popr4
            or StackBehaviour.Popref_popi_popr8 or StackBehaviour.Popref_popi_popref => 3,
        _ => 2,
    };

    private static int PushCount(StackBehaviour behaviour) => behaviour switch
    {
        StackBehaviour.Push0 => 0,
        StackBehaviour.Push1_push1 => 2,
        _ => 1,
    };
}
