using System.Reflection;
using System.Reflection.Emit;
using PooledGen.PoolCheck.Guard;

namespace PooledGen.PoolCheck.Exact.Tests;

/// <summary>
/// Instructions that the compiler of C# does not write, or not with arrays. Each method gets two arrays of 16 bytes, and the first one is marked.
/// </summary>
public sealed class InstructionTests
{
    private static readonly Dictionary<string, Action<ILGenerator>> s_methods = new()
    {
        ["cpblk to"] = static il => Block(il, OpCodes.Cpblk, from: OpCodes.Ldarg_1, to: OpCodes.Ldarg_0, bytes: 4),
        ["cpblk from"] = static il => Block(il, OpCodes.Cpblk, from: OpCodes.Ldarg_0, to: OpCodes.Ldarg_1, bytes: 4),
        ["cpblk of nothing"] = static il => Block(il, OpCodes.Cpblk, from: OpCodes.Ldarg_0, to: OpCodes.Ldarg_1, bytes: 0),
        ["initblk"] = static il => Block(il, OpCodes.Initblk, from: null, to: OpCodes.Ldarg_0, bytes: 4),
        ["initblk of nothing"] = static il => Block(il, OpCodes.Initblk, from: null, to: OpCodes.Ldarg_0, bytes: 0),
        ["cpobj to"] = static il => CopyObject(il, from: OpCodes.Ldarg_1, to: OpCodes.Ldarg_0),
        ["cpobj from"] = static il => CopyObject(il, from: OpCodes.Ldarg_0, to: OpCodes.Ldarg_1),
        ["ldelem"] = static il => Element(il, OpCodes.Ldelem),
        ["stelem"] = static il => Element(il, OpCodes.Stelem),
        ["prefixes"] = static il =>
        {
            // A branch leads to the first prefix.
            Label load = il.DefineLabel();
            Address(il, OpCodes.Ldarg_0);
            il.Emit(OpCodes.Br, load);
            il.MarkLabel(load);
            il.Emit(OpCodes.Unaligned, (byte)1);
            il.Emit(OpCodes.Volatile);
            il.Emit(OpCodes.Ldind_I4);
            il.Emit(OpCodes.Pop);
            il.Emit(OpCodes.Ret);
        },
        ["tail call"] = static il =>
        {
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Tailcall);
            il.Emit(OpCodes.Call, typeof(Array).GetMethod(nameof(Array.Reverse), [typeof(Array)])!);
            il.Emit(OpCodes.Ret);
        },
        ["switch with a deeper stack"] = static il =>
        {
            Label[] cases = [il.DefineLabel(), il.DefineLabel()];
            Address(il, OpCodes.Ldarg_0);
            il.Emit(OpCodes.Ldarg_1);
            il.Emit(OpCodes.Ldc_I4_0);
            il.Emit(OpCodes.Ldelem_U1);
            il.Emit(OpCodes.Switch, cases);
            il.Emit(OpCodes.Pop);
            il.Emit(OpCodes.Ret);
            foreach (Label each in cases)
            {
                il.MarkLabel(each);
                il.Emit(OpCodes.Ldc_I4_5);
                il.Emit(OpCodes.Stind_I1);
                il.Emit(OpCodes.Ret);
            }
        },
        ["filter and finally"] = static il =>
        {
            il.BeginExceptionBlock();
            il.BeginExceptionBlock();
            il.Emit(OpCodes.Newobj, typeof(IOException).GetConstructor([])!);
            il.Emit(OpCodes.Throw);
            il.BeginExceptFilterBlock();
            il.Emit(OpCodes.Pop);
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Ldc_I4_1);
            il.Emit(OpCodes.Ldelem_U1);
            il.Emit(OpCodes.Ldc_I4_0);
            il.Emit(OpCodes.Ceq);
            il.BeginCatchBlock(null!);
            il.Emit(OpCodes.Pop);
            il.EndExceptionBlock();
            il.BeginFinallyBlock();
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Ldc_I4_2);
            il.Emit(OpCodes.Ldc_I4_3);
            il.Emit(OpCodes.Stelem_I1);
            il.EndExceptionBlock();
            il.Emit(OpCodes.Ret);
        },
        ["address under other values"] = static il =>
        {
            Address(il, OpCodes.Ldarg_0);
            il.Emit(OpCodes.Ldc_I4_5);
            il.Emit(OpCodes.Ldftn, typeof(Math).GetMethod(nameof(Math.Abs), [typeof(int)])!);
            il.EmitCalli(OpCodes.Calli, CallingConventions.Standard, typeof(int), [typeof(int)], null);
            il.Emit(OpCodes.Box, typeof(int));
            il.Emit(OpCodes.Dup);
            il.Emit(OpCodes.Isinst, typeof(string));
            il.Emit(OpCodes.Pop);
            il.Emit(OpCodes.Unbox_Any, typeof(int));
            il.Emit(OpCodes.Newobj, typeof(object).GetConstructor([])!);
            il.Emit(OpCodes.Callvirt, typeof(object).GetMethod(nameof(ToString))!);
            il.Emit(OpCodes.Pop);
            il.Emit(OpCodes.Pop);
            il.Emit(OpCodes.Ldfld, typeof(ValueTuple<byte, byte>).GetField("Item2")!);
            il.Emit(OpCodes.Pop);
            il.Emit(OpCodes.Ret);
        },
        ["address as a number"] = static il =>
        {
            Address(il, OpCodes.Ldarg_0);
            il.Emit(OpCodes.Conv_U8);
            il.Emit(OpCodes.Ldc_I4_2);
            il.Emit(OpCodes.Conv_I8);
            il.Emit(OpCodes.Add);
            il.Emit(OpCodes.Conv_U);
            il.Emit(OpCodes.Ldfld, typeof(ValueTuple<byte, byte>).GetField("Item2")!);
            il.Emit(OpCodes.Pop);
            il.Emit(OpCodes.Ret);
        },
    };

    [Theory]
    [InlineData("cpblk to", "Write")]
    [InlineData("cpblk from", "Read")]
    [InlineData("cpblk of nothing", "")]
    [InlineData("initblk", "Write")]
    [InlineData("initblk of nothing", "")]
    [InlineData("cpobj to", "Write")]
    [InlineData("cpobj from", "Read")]
    [InlineData("ldelem", "Read")]
    [InlineData("stelem", "Write")]
    [InlineData("prefixes", "Read")]
    [InlineData("tail call", "Passed")]
    [InlineData("switch with a deeper stack", "Write")]
    [InlineData("filter and finally", "Read Write")]
    [InlineData("address under other values", "Read")]
    [InlineData("address as a number", "Read")]
    public void Instruction_OnAMarkedArray_IsSeenAndDoesTheSame(string name, string kinds)
    {
        byte[] image = Assemble(s_methods[name]);
        byte[][] plain = Arrays(), woven = Arrays();
        Assembly.Load(image).GetType("P")!.GetMethod("Run")!.CreateDelegate<Action<byte[], byte[]>>()(plain[0], plain[1]);
        using WovenProgram program = WovenProgram.Create(image);
        PoolGuard.Mark(woven[0], woven[0].Length);
        program.Call("Run", woven[0], woven[1]);
        PoolGuard.Unmark(woven[0], woven[0].Length);

        Assert.Equal(plain, woven);
        Assert.Equal(kinds, string.Join(' ', program.Take().Select(static use => use.Site.Kind)));
    }

    private static byte[][] Arrays()
    {
        byte[] marked = GC.AllocateArray<byte>(16, pinned: true), other = new byte[16];
        Array.Fill(other, (byte)1, 0, 2);
        marked[3] = 9;
        return [marked, other];
    }

    private static byte[] Assemble(Action<ILGenerator> write)
    {
        var assembly = new PersistedAssemblyBuilder(new AssemblyName("Program"), typeof(object).Assembly);
        TypeBuilder type = assembly.DefineDynamicModule("Program").DefineType("P", TypeAttributes.Public);
        MethodBuilder method = type.DefineMethod("Run", MethodAttributes.Public | MethodAttributes.Static, null, [typeof(byte[]), typeof(byte[])]);
        write(method.GetILGenerator());
        type.CreateType();
        using var image = new MemoryStream();
        assembly.Save(image);
        return image.ToArray();
    }

    private static void Address(ILGenerator il, OpCode array)
    {
        il.Emit(array);
        il.Emit(OpCodes.Ldc_I4_0);
        il.Emit(OpCodes.Ldelema, typeof(byte));
    }

    private static void Block(ILGenerator il, OpCode block, OpCode? from, OpCode to, int bytes)
    {
        Address(il, to);
        if (from is { } source)
            Address(il, source);
        else
            il.Emit(OpCodes.Ldc_I4_7);

        il.Emit(OpCodes.Ldc_I4, bytes);
        il.Emit(OpCodes.Unaligned, (byte)1);
        il.Emit(block);
        il.Emit(OpCodes.Ret);
    }

    private static void CopyObject(ILGenerator il, OpCode from, OpCode to)
    {
        Address(il, to);
        Address(il, from);
        il.Emit(OpCodes.Cpobj, typeof(long));
        il.Emit(OpCodes.Ret);
    }

    private static void Element(ILGenerator il, OpCode access)
    {
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldc_I4_1);
        if (access == OpCodes.Stelem)
            il.Emit(OpCodes.Ldc_I4_5);

        il.Emit(access, typeof(byte));
        if (access == OpCodes.Ldelem)
            il.Emit(OpCodes.Pop);

        il.Emit(OpCodes.Ret);
    }
}
