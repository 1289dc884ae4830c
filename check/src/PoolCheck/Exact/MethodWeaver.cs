using Mono.Cecil;
using Mono.Cecil.Cil;
using Mono.Cecil.Rocks;
using PooledGen.PoolCheck.Guard;

namespace PooledGen.PoolCheck;

/// <summary>
/// Inserts a call of the guard before each instruction of a method that uses memory. Arrays with references are never marked, so that uses of references need
/// no call. What is inserted before an instruction takes its place, so that branches, handlers and lines that meet the instruction meet the call.
/// </summary>
/// <param name="assembly">The weaver of the assembly.</param>
/// <param name="method">A method with a body.</param>
internal sealed class MethodWeaver(AssemblyWeaver assembly, MethodDefinition method)
{
    // Each branch that becomes short costs a walk over the whole body. The runtime does not optimize a longer one, so its bytes cost nothing.
    private const int MaxShortened = 20_000;

    private readonly MethodBody _body = method.Body;
    private readonly TypeSystem _types = method.Module.TypeSystem;
    private readonly string _type = DefinitionName.OutermostType(method);
    private readonly Lazy<string> _name = new(() => DefinitionName.Of(method));

    // Variables for entries of the stack. An instruction has none of them in use when the next one begins.
    private readonly Dictionary<string, List<VariableDefinition>> _variables = [];
    private readonly Dictionary<string, int> _inUse = [];

    // The instructions that take the place of the one that is being woven.
    private readonly List<Instruction> _new = [];
    private readonly WovenPool? _pool = assembly.Pools.Of(method.DeclaringType);
    private SequencePoint? _line;
    private EvaluationStack _stack = null!;

    public void Weave()
    {
        Dictionary<int, SequencePoint> lines = method.DebugInformation.SequencePoints
            .Where(static point => !point.IsHidden)
            .DistinctBy(static point => point.Offset)
            .ToDictionary(static point => point.Offset);

        PoolMethod kind = _pool is null ? default : assembly.Pools.KindOf(method, _pool);
        _body.SimplifyMacros();
        _stack = new EvaluationStack(_body);
        List<Instruction> output = [];
        List<Instruction> unit = [];
        foreach (Instruction instruction in _body.Instructions)
        {
            if (unit.Count == 0)
                _stack.Enter(instruction);

            unit.Add(instruction);
            _line = lines.GetValueOrDefault(instruction.Offset, _line!);
            if (instruction.OpCode.OpCodeType == OpCodeType.Prefix)
                continue;

            Weave(instruction, unit);
            Escape(instruction, unit);
            _stack.Run(instruction);
            if (_new.Count > 0)
            {
                // The first instruction of the unit is what others refer to.
                (unit[0].OpCode, unit[0].Operand) = (_new[0].OpCode, _new[0].Operand);
                unit.RemoveRange(1, unit.Count - 1);
                unit.AddRange(_new.Skip(1));
                _new.Clear();
                _inUse.Clear();
            }

            output.AddRange(unit);
            unit.Clear();
        }

        if (output.Count > _body.Instructions.Count)
        {
            _body.Instructions.Clear();
            output.ForEach(_body.Instructions.Add);
        }

        if (_pool is not null)
            new PoolMethodWeaver(assembly, method, _pool).Weave(kind);

        if (_body.Instructions.Count <= MaxShortened)
            _body.OptimizeMacros();
    }

    private void Weave(Instruction instruction, List<Instruction> unit)
    {
        Code code = instruction.OpCode.Code;
        switch (code)
        {
            case Code.Ldelem_I1 or Code.Ldelem_U1 or Code.Ldelem_I2 or Code.Ldelem_U2 or Code.Ldelem_I4 or Code.Ldelem_U4 or Code.Ldelem_I8 or Code.Ldelem_I
                or Code.Ldelem_R4 or Code.Ldelem_R8:
                (TypeReference loaded, OpCode load) = Primitive(code);
                LoadElement(loaded, load, null);
                break;
            case Code.Ldelem_Any when instruction.Operand is TypeReference type && MayHoldNoReferences(type):
                LoadElement(type, OpCodes.Ldobj, type);
                break;
            case Code.Stelem_I1 or Code.Stelem_I2 or Code.Stelem_I4 or Code.Stelem_I8 or Code.Stelem_I or Code.Stelem_R4 or Code.Stelem_R8:
                (TypeReference stored, OpCode store) = Primitive(code);
                StoreElement(stored, store, null);
                break;
            case Code.Stelem_Any when instruction.Operand is GenericParameter type && MayHoldNoReferences(type):
                StoreGenericElement(type, unit);
                break;
            case Code.Stelem_Any when instruction.Operand is TypeReference type && MayHoldNoReferences(type):
                StoreElement(type, OpCodes.Stobj, type);
                break;
            case Code.Ldind_I1 or Code.Ldind_U1 or Code.Ldind_I2 or Code.Ldind_U2 or Code.Ldind_I4 or Code.Ldind_U4 or Code.Ldind_I8 or Code.Ldind_I
                or Code.Ldind_R4 or Code.Ldind_R8 when IsForeign(0):
                DupAccess(SiteKind.Read, Primitive(code).Type);
                Copy(unit);
                break;
            case Code.Ldobj when IsForeign(0) && instruction.Operand is TypeReference type && MayHoldNoReferences(type):
                DupAccess(SiteKind.Read, type);
                Copy(unit);
                break;
            case Code.Stind_I1 or Code.Stind_I2 or Code.Stind_I4 or Code.Stind_I8 or Code.Stind_I or Code.Stind_R4 or Code.Stind_R8 when IsForeign(1):
                AccessUnder(Primitive(code).Type, field: null);
                Copy(unit);
                break;
            case Code.Stobj when IsForeign(1) && instruction.Operand is TypeReference type && MayHoldNoReferences(type):
                AccessUnder(type, field: null);
                Copy(unit);
                break;
            case Code.Initobj when IsForeign(0) && instruction.Operand is TypeReference type && MayHoldNoReferences(type):
                DupAccess(SiteKind.Write, type);
                Copy(unit);
                break;
            case Code.Ldfld when _stack[0] == StackEntry.Address && instruction.Operand is FieldReference field && MayBeInArray(field):
                Add(OpCodes.Dup);
                Add(OpCodes.Ldflda, field);
                Access(SiteKind.Read, GenericTypes.Of(field));
                Copy(unit);
                break;
            case Code.Stfld when _stack[1] == StackEntry.Address && instruction.Operand is FieldReference field && MayBeInArray(field):
                AccessUnder(GenericTypes.Of(field), field);
                Copy(unit);
                break;
            case Code.Cpobj when instruction.Operand is TypeReference type && MayHoldNoReferences(type):
                VariableDefinition from = Store(new ByReferenceType(_types.Byte));
                DupAccess(SiteKind.Write, type);
                TakeBack(from);
                DupAccess(SiteKind.Read, type);
                Copy(unit);
                break;
            case Code.Cpblk:
                CopyBlock(unit);
                break;
            case Code.Initblk:
                InitializeBlock(unit);
                break;
            case Code.Call or Code.Callvirt when LoadsByPath((MethodReference)instruction.Operand):
                Add(OpCodes.Call, assembly.Guard(nameof(PoolGuard.PathToLoad), null));
                Copy(unit);
                break;
            case Code.Call or Code.Callvirt or Code.Newobj:
                Call((MethodReference)instruction.Operand, code == Code.Newobj, unit);
                break;
        }
    }

    // The call before the instruction leaves the stack as it is.
    private void Escape(Instruction instruction, List<Instruction> unit)
    {
        if (instruction.Operand is not (FieldReference or MethodReference or CallSite))
            return;

        foreach ((WovenPool pool, string by) in assembly.Pools.EscapesAt(method, instruction))
        {
            if (_new.Count == 0)
                Copy(unit);

            MethodReference escape = assembly.Guard(nameof(PoolGuard.Escape), null);
            _new.InsertRange(0, [Create(OpCodes.Ldstr, pool.Name), Create(OpCodes.Ldstr, by), Create(OpCodes.Call, escape)]);
        }
    }

    // With the path of an assembly as the last argument.
    private static bool LoadsByPath(MethodReference called)
        => (called.DeclaringType.FullName, called.Name)
            is ("System.Reflection.Assembly", "LoadFrom" or "UnsafeLoadFrom" or "LoadFile")
            or ("System.Runtime.Loader.AssemblyLoadContext", "LoadFromAssemblyPath")
            && called.Parameters is [.., { ParameterType.MetadataType: MetadataType.String }];

    private void LoadElement(TypeReference type, OpCode load, TypeReference? operand)
    {
        ElementAddress(type);
        DupAccess(SiteKind.Read, type);
        Add(load, operand);
    }

    private void StoreElement(TypeReference type, OpCode store, TypeReference? operand)
    {
        VariableDefinition value = Store(StackTypeOf(type));
        ElementAddress(type);
        DupAccess(SiteKind.Write, type);
        TakeBack(value);
        Add(store, operand);
    }

    // The array may be one of references, and then the store checks their type.
    private void StoreGenericElement(GenericParameter type, List<Instruction> unit)
    {
        VariableDefinition value = Store(type);
        VariableDefinition index = Store(_types.IntPtr);
        VariableDefinition array = Store(new ArrayType(type));
        Add(OpCodes.Ldloc, array);
        Add(OpCodes.Ldloc, index);
        ElementAddress(type);
        Access(SiteKind.Write, type);
        TakeBack(array);
        TakeBack(index);
        TakeBack(value);
        Copy(unit);
    }

    private void ElementAddress(TypeReference type)
    {
        // The array may be one of references that is used as an array of a base type.
        if (type is GenericParameter)
            Add(OpCodes.Readonly);

        Add(OpCodes.Ldelema, type);
    }

    // The address lies under a value.
    private void AccessUnder(TypeReference type, FieldReference? field)
    {
        VariableDefinition value = Store(StackTypeOf(type));
        Add(OpCodes.Dup);
        if (field is not null)
            Add(OpCodes.Ldflda, field);

        Access(SiteKind.Write, type);
        TakeBack(value);
    }

    private void CopyBlock(List<Instruction> unit)
    {
        VariableDefinition bytes = Store(_types.UInt32);
        VariableDefinition source = Store(new ByReferenceType(_types.Byte));
        Add(OpCodes.Dup);
        Block(SiteKind.Write, bytes);
        Add(OpCodes.Ldloc, source);
        Block(SiteKind.Read, bytes);
        TakeBack(source);
        TakeBack(bytes);
        Copy(unit);
    }

    private void InitializeBlock(List<Instruction> unit)
    {
        VariableDefinition bytes = Store(_types.UInt32);
        VariableDefinition value = Store(_types.Int32);
        Add(OpCodes.Dup);
        Block(SiteKind.Write, bytes);
        TakeBack(value);
        TakeBack(bytes);
        Copy(unit);
    }

    private void Block(SiteKind kind, VariableDefinition bytes)
    {
        Add(OpCodes.Ldloc, bytes);
        Add(OpCodes.Conv_U8);
        Guard("Address", kind, _types.Byte.FullName);
    }

    private void Call(MethodReference called, bool isNew, List<Instruction> unit)
    {
        if (called.CallingConvention == MethodCallingConvention.VarArg || !assembly.IsOutside(called))
            return;

        if (CallUses.ReturnsTo(called) is { } pool)
        {
            Add(OpCodes.Call, assembly.Guard("Return", pool.GenericArguments[0]));
            return;
        }

        var call = new CallArguments(called, isNew, unit.Find(static prefix => prefix.OpCode.Code == Code.Constrained)?.Operand as TypeReference, _stack);
        if (call.First < 0)
            return;

        string subject = DefinitionName.Short(called);
        if (call.First == call.Count - 1 && call[call.First].CountedBy < 0 && !call.IsCopy)
        {
            Add(OpCodes.Dup);
            Check(call[call.First], [], subject);
            Copy(unit);
            return;
        }

        var arguments = new VariableDefinition[call.Count];
        for (int index = call.Count - 1; index >= call.First; index--)
            arguments[index] = Store(call[index].Type);

        if (call.IsCopy)
        {
            Add(OpCodes.Ldloc, arguments[0]);
            if (call[0].IsByReference)
                Add(OpCodes.Ldobj, ((ByReferenceType)call[0].Type).ElementType);

            Add(OpCodes.Ldloc, arguments[1]);
            Guard($"Copy{call[0].Guard}", SiteKind.Passed, subject, call[0].Element);
        }
        else
        {
            for (int index = call.First; index < call.Count; index++)
            {
                if (call[index].Use == ArgumentUse.None)
                    continue;

                Add(OpCodes.Ldloc, arguments[index]);
                Check(call[index], arguments, subject);
            }
        }

        for (int index = call.First; index < call.Count; index++)
            TakeBack(arguments[index]);

        Copy(unit);
    }

    // The argument is on the stack.
    private void Check(CallArgument argument, VariableDefinition[] arguments, string subject)
    {
        if (argument.IsByReference)
            Add(OpCodes.Ldobj, ((ByReferenceType)argument.Type).ElementType);

        if (argument.Guard is not null)
        {
            Guard(argument.Guard, SiteKind.Passed, subject, argument.Element);
            return;
        }

        if (argument.Use == ArgumentUse.Array)
        {
            Number(argument.OffsetBy, ifNone: 0, isKnown: argument.IsRangeKnown);
            Number(argument.CountedBy, ifNone: -1);
            Guard("Array", SiteKind.Passed, subject);
            return;
        }

        Number(argument.CountedBy, ifNone: 1);
        if (argument.CountedBy >= 0 && argument.Type.GetElementType() is { IsPrimitive: true } element)
        {
            Add(OpCodes.Sizeof, element);
            Add(OpCodes.Conv_I8);
            Add(OpCodes.Mul);
        }

        Guard("Address", SiteKind.Passed, subject);

        void Number(int index, long ifNone, bool isKnown = true)
        {
            if (!isKnown || index < 0)
            {
                Add(OpCodes.Ldc_I8, isKnown ? ifNone : -1L);
                return;
            }

            Add(OpCodes.Ldloc, arguments[index]);
            Add(arguments[index].VariableType.MetadataType is MetadataType.Int32 or MetadataType.Int64 ? OpCodes.Conv_I8 : OpCodes.Conv_U8);
        }
    }

    private bool IsForeign(int depth) => _stack[depth] != StackEntry.OwnAddress;

    private static bool MayHoldNoReferences(TypeReference type)
        => type is GenericParameter parameter ? !parameter.HasReferenceTypeConstraint
            : type.IsValueType || type.IsPointer || type.IsFunctionPointer || type is IModifierType;

    // Not a field of a type that can be no element of an array, or none of an array without references.
    private bool MayBeInArray(FieldReference field)
        => field.FieldType is not ByReferenceType && MayHoldNoReferences(field.FieldType) && assembly.MayBeElement(field.DeclaringType);

    private TypeReference StackTypeOf(TypeReference type) => type.MetadataType switch
    {
        MetadataType.SByte or MetadataType.Int16 => _types.Int32,
        _ => type,
    };

    private (TypeReference Type, OpCode Indirect) Primitive(Code code) => code switch
    {
        Code.Ldelem_I1 or Code.Ldind_I1 => (_types.SByte, OpCodes.Ldind_I1),
        Code.Ldelem_U1 or Code.Ldind_U1 => (_types.Byte, OpCodes.Ldind_U1),
        Code.Ldelem_I2 or Code.Ldind_I2 => (_types.Int16, OpCodes.Ldind_I2),
        Code.Ldelem_U2 or Code.Ldind_U2 => (_types.UInt16, OpCodes.Ldind_U2),
        Code.Ldelem_I4 or Code.Ldind_I4 => (_types.Int32, OpCodes.Ldind_I4),
        Code.Ldelem_U4 or Code.Ldind_U4 => (_types.UInt32, OpCodes.Ldind_U4),
        Code.Ldelem_I8 or Code.Ldind_I8 => (_types.Int64, OpCodes.Ldind_I8),
        Code.Ldelem_I or Code.Ldind_I => (_types.IntPtr, OpCodes.Ldind_I),
        Code.Ldelem_R4 or Code.Ldind_R4 => (_types.Single, OpCodes.Ldind_R4),
        Code.Ldelem_R8 or Code.Ldind_R8 => (_types.Double, OpCodes.Ldind_R8),
        Code.Stelem_I1 or Code.Stind_I1 => (_types.SByte, OpCodes.Stind_I1),
        Code.Stelem_I2 or Code.Stind_I2 => (_types.Int16, OpCodes.Stind_I2),
        Code.Stelem_I4 or Code.Stind_I4 => (_types.Int32, OpCodes.Stind_I4),
        Code.Stelem_I8 or Code.Stind_I8 => (_types.Int64, OpCodes.Stind_I8),
        Code.Stelem_I or Code.Stind_I => (_types.IntPtr, OpCodes.Stind_I),
        Code.Stelem_R4 or Code.Stind_R4 => (_types.Single, OpCodes.Stind_R4),
        _ => (_types.Double, OpCodes.Stind_R8),
    };

    // Stores the top of the stack. The type of a function pointer may have type parameters of other code, and a number will do for it.
    private VariableDefinition Store(TypeReference type)
    {
        if (type.IsFunctionPointer)
            type = _types.IntPtr;

        string key = GenericTypes.KeyOf(type);
        if (!_variables.TryGetValue(key, out List<VariableDefinition>? variables))
            _variables.Add(key, variables = []);

        int index = _inUse.GetValueOrDefault(key);
        _inUse[key] = index + 1;
        if (index == variables.Count)
        {
            variables.Add(new VariableDefinition(type));
            _body.Variables.Add(variables[index]);
        }

        Add(OpCodes.Stloc, variables[index]);
        return variables[index];
    }

    // Loads a variable for the last time. Code that is not optimised keeps what is in a variable until the method ends: a program with large arrays would need
    // twice the memory, and an object that it has let go of would not be finalized.
    private void TakeBack(VariableDefinition variable)
    {
        Add(OpCodes.Ldloc, variable);
        TypeReference type = variable.VariableType;
        while (type is IModifierType modifier)
            type = modifier.ElementType;

        if (type.IsPrimitive || type.IsPointer)
            return;

        if (type is ByReferenceType)
        {
            Add(OpCodes.Ldc_I4, 0);
            Add(OpCodes.Conv_U);
            Add(OpCodes.Stloc, variable);
        }
        else if (type.IsValueType || type is GenericParameter)
        {
            Add(OpCodes.Ldloca, variable);
            Add(OpCodes.Initobj, type);
        }
        else
        {
            Add(OpCodes.Ldnull);
            Add(OpCodes.Stloc, variable);
        }
    }

    private void DupAccess(SiteKind kind, TypeReference type)
    {
        Add(OpCodes.Dup);
        Access(kind, type);
    }

    private void Access(SiteKind kind, TypeReference type) => Guard("Access", kind, type.FullName);

    private void Guard(string name, SiteKind kind, string subject, TypeReference? element = null)
    {
        Add(OpCodes.Ldc_I8, assembly.AddSite(new Site(kind, subject, _type, _name.Value, _line?.Document.Url, _line?.StartLine ?? 0)));
        Add(OpCodes.Call, assembly.Guard(name, element));
    }

    private void Copy(List<Instruction> unit) => unit.ForEach(each => Add(each.OpCode, each.Operand));

    private void Add(OpCode code, object? operand = null) => _new.Add(Create(code, operand));

    private static Instruction Create(OpCode code, object? operand)
    {
        var instruction = Instruction.Create(OpCodes.Nop);
        (instruction.OpCode, instruction.Operand) = (code, operand);
        return instruction;
    }
}
