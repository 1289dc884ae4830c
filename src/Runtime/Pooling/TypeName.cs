namespace PooledGen;

/// <summary>Writes the name of a type as C# does, with its type arguments: <c>PooledGen.SharedBuffer&lt;int&gt;</c>.</summary>
internal static class TypeName
{
    /// <summary>The type's full name; a keyword for the types that have one.</summary>
    public static string Of(Type type)
    {
        if (type.IsArray)
            return $"{Of(type.GetElementType()!)}[{new string(',', type.GetArrayRank() - 1)}]";

        return Keyword(type) ?? WithArguments(type, type.GetGenericArguments());
    }

    // The arguments of a nested type begin with those of the types around it, which are not constructed themselves. A loop, because a first rental must not
    // load the framework's assembly of LINQ.
    private static string WithArguments(Type type, Type[] arguments)
    {
        int first = type.DeclaringType?.GetGenericArguments().Length ?? 0;
        int end = type.GetGenericArguments().Length;
        string container = type.DeclaringType is { } outer ? WithArguments(outer, arguments) + "." : type.Namespace is { } space ? space + "." : "";
        if (first == end)
            return container + type.Name;

        string names = Of(arguments[first]);
        for (int i = first + 1; i < end; i++)
            names += $", {Of(arguments[i])}";

        return $"{container}{type.Name.Split('`')[0]}<{names}>";
    }

    private static string? Keyword(Type type) => type.IsEnum ? null : Type.GetTypeCode(type) switch
    {
        TypeCode.Boolean => "bool",
        TypeCode.Byte => "byte",
        TypeCode.SByte => "sbyte",
        TypeCode.Char => "char",
        TypeCode.Int16 => "short",
        TypeCode.UInt16 => "ushort",
        TypeCode.Int32 => "int",
        TypeCode.UInt32 => "uint",
        TypeCode.Int64 => "long",
        TypeCode.UInt64 => "ulong",
        TypeCode.Single => "float",
        TypeCode.Double => "double",
        TypeCode.Decimal => "decimal",
        TypeCode.String => "string",
        _ when type == typeof(object) => "object",
        _ when type == typeof(IntPtr) => "nint",
        _ when type == typeof(UIntPtr) => "nuint",
        _ => null,
    };
}
