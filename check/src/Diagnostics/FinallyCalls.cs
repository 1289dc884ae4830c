using System.Reflection.Emit;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace PooledGen.Diagnostics;

/// <summary>
/// Finds the calls of a method in the <c>finally</c> blocks of another one. A stack gives offset 0 for each call in a <c>finally</c>, and so the line of the
/// method's first statement.
/// </summary>
internal static class FinallyCalls
{
    private static readonly Dictionary<short, OpCode> s_codes =
        typeof(OpCodes).GetFields().Select(static field => field.GetValue(null)).OfType<OpCode>().ToDictionary(static code => code.Value);

    /// <summary>The offsets of the calls of a method with that name, in <c>finally</c> blocks and elsewhere. It reads the file, and so loads no type.</summary>
    /// <param name="assembly">The path of the assembly.</param>
    /// <param name="methodToken">The metadata token of the method that calls.</param>
    /// <param name="callee">The name of the called method. It may be one of an interface, with the name of the interface before it.</param>
    public static (int[] InFinally, int[] Elsewhere) Find(string assembly, int methodToken, string callee)
    {
        using var image = new PEReader(File.OpenRead(assembly));
        MetadataReader reader = image.GetMetadataReader();
        if (MetadataTokens.EntityHandle(methodToken) is not { IsNil: false, Kind: HandleKind.MethodDefinition } method)
            return ([], []);

        // A method without code calls nothing, so it is in no stack.
        MethodBodyBlock body = image.GetMethodBody(reader.GetMethodDefinition((MethodDefinitionHandle)method).RelativeVirtualAddress);
        ExceptionRegion[] blocks = [.. body.ExceptionRegions.Where(static region => region.Kind == ExceptionRegionKind.Finally)];
        ILookup<bool, int> isInFinally = CallsIn(body.GetILBytes()!, reader, callee.Split('.')[^1]).ToLookup(
            call => Array.Exists(blocks, block => call >= block.HandlerOffset && call < block.HandlerOffset + block.HandlerLength));
        return ([.. isInFinally[true]], [.. isInFinally[false]]);
    }

    private static List<int> CallsIn(byte[] code, MetadataReader reader, string callee)
    {
        List<int> calls = [];
        for (int at = 0; at < code.Length;)
        {
            int begin = at;
            short value = code[at++];
            if (value == 0xFE)
                value = unchecked((short)(0xFE00 | code[at++]));

            // Code that no compiler wrote may have bytes that are not an instruction.
            if (!s_codes.TryGetValue(value, out OpCode operation))
                return [];

            if (operation.OperandType == OperandType.InlineMethod && NameOf(reader, BitConverter.ToInt32(code, at)) == callee)
                calls.Add(begin);

            at += operation.OperandType switch
            {
                OperandType.InlineNone => 0,
                OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar => 1,
                OperandType.InlineVar => 2,
                OperandType.InlineI8 or OperandType.InlineR => 8,
                OperandType.InlineSwitch => 4 + (4 * BitConverter.ToInt32(code, at)),
                _ => 4,
            };
        }

        return calls;
    }

    private static string? NameOf(MetadataReader reader, int token)
    {
        EntityHandle handle = MetadataTokens.EntityHandle(token);
        if (handle.Kind == HandleKind.MethodSpecification)
            handle = reader.GetMethodSpecification((MethodSpecificationHandle)handle).Method;

        return handle.Kind switch
        {
            HandleKind.MethodDefinition => reader.GetString(reader.GetMethodDefinition((MethodDefinitionHandle)handle).Name).Split('.')[^1],
            HandleKind.MemberReference => reader.GetString(reader.GetMemberReference((MemberReferenceHandle)handle).Name),
            _ => null,
        };
    }
}
