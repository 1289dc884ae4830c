using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledGen.PoolCheck.Guard;

namespace PooledGen.PoolCheck;

/// <summary>
/// Puts a body of the code of a pool between two calls of the guard, so that the pool's own uses of returned arrays do not count, and the guard knows what the
/// pool gets and gives out.
/// </summary>
/// <param name="assembly">The weaver of the assembly.</param>
/// <param name="method">A method of the code of a pool, with a body.</param>
/// <param name="pool">The pool.</param>
internal sealed class PoolMethodWeaver(AssemblyWeaver assembly, MethodDefinition method, WovenPool pool)
{
    private readonly MethodBody _body = method.Body;

    /// <summary>Weaves the body, whose branches and variables are in their long forms.</summary>
    public void Weave(PoolMethod kind)
    {
        bool isReturn = kind == PoolMethod.Return;
        TypeReference? element = isReturn ? ((ArrayType)method.Parameters[0].ParameterType).ElementType
            : kind == PoolMethod.Rent ? ((ArrayType)method.ReturnType).ElementType
            : null;
        VariableDefinition? call = isReturn ? AddVariable(assembly.GuardType(nameof(PoolReturn))) : null;
        TypeReference type = GenericTypes.Substitute(method.ReturnType, declaring: null, called: null);
        VariableDefinition? result = type.MetadataType == MetadataType.Void ? null : AddVariable(type);

        Instruction[] begin = kind switch
        {
            PoolMethod.Return =>
            [
                Instruction.Create(OpCodes.Ldarg, _body.ThisParameter), Instruction.Create(OpCodes.Ldarg, method.Parameters[0]),
                Instruction.Create(OpCodes.Ldstr, pool.Name), Call(nameof(PoolGuard.BeginReturn), element), Instruction.Create(OpCodes.Stloc, call),
            ],
            PoolMethod.Escape =>
            [
                Instruction.Create(OpCodes.Ldstr, pool.Name), Instruction.Create(OpCodes.Ldstr, DefinitionName.Short(method)),
                Call(nameof(PoolGuard.EnterEscape)),
            ],
            _ => [Call(nameof(PoolGuard.Enter))],
        };
        Instruction[] handler = isReturn
            ? [Instruction.Create(OpCodes.Ldloc, call), Call(nameof(PoolGuard.FailReturn)), Instruction.Create(OpCodes.Endfinally)]
            : [Call(nameof(PoolGuard.Leave)), Instruction.Create(OpCodes.Endfinally)];
        Instruction[] end =
        [
            .. isReturn ? [Instruction.Create(OpCodes.Ldloc, call), Call(nameof(PoolGuard.EndReturn), element)] : Array.Empty<Instruction>(),
            .. result is null ? Array.Empty<Instruction>() : [Instruction.Create(OpCodes.Ldloc, result)],
            .. kind == PoolMethod.Rent
                ? [Instruction.Create(OpCodes.Ldstr, pool.Name), Call(nameof(PoolGuard.EndRent), element)]
                : Array.Empty<Instruction>(),
            Instruction.Create(OpCodes.Ret),
        ];

        Instruction[] inner = [.. _body.Instructions.SelectMany(instruction => LeaveTo(end[0], instruction, result))];
        foreach (ExceptionHandler known in _body.ExceptionHandlers)
        {
            known.TryEnd ??= handler[0];
            known.HandlerEnd ??= handler[0];
        }

        _body.ExceptionHandlers.Add(new ExceptionHandler(isReturn ? ExceptionHandlerType.Fault : ExceptionHandlerType.Finally)
        {
            TryStart = inner[0],
            TryEnd = handler[0],
            HandlerStart = handler[0],
            HandlerEnd = end[0],
        });
        _body.Instructions.Clear();
        foreach (Instruction instruction in (Instruction[])[.. begin, .. inner, .. handler, .. end])
            _body.Instructions.Add(instruction);
    }

    // Branches refer to the instruction itself. A tail call is not possible here.
    private static IEnumerable<Instruction> LeaveTo(Instruction end, Instruction instruction, VariableDefinition? result)
    {
        yield return instruction;
        if (instruction.OpCode.Code == Code.Tail)
        {
            (instruction.OpCode, instruction.Operand) = (OpCodes.Nop, null);
        }
        else if (instruction.OpCode.Code == Code.Ret)
        {
            instruction.OpCode = result is null ? OpCodes.Leave : OpCodes.Stloc;
            instruction.Operand = result is null ? end : result;
            if (result is not null)
                yield return Instruction.Create(OpCodes.Leave, end);
        }
    }

    private VariableDefinition AddVariable(TypeReference type)
    {
        var variable = new VariableDefinition(type);
        _body.Variables.Add(variable);
        return variable;
    }

    private Instruction Call(string name, TypeReference? element = null) => Instruction.Create(OpCodes.Call, assembly.Guard(name, element));
}
