using Mono.Cecil;

namespace PooledGen.PoolCheck;

/// <summary>The names of methods, as a stack shows them.</summary>
internal static class DefinitionName
{
    /// <summary>The name with its type and parameters. The body of an async method or an iterator has the name of the method.</summary>
    public static string Of(MethodDefinition method)
    {
        MethodDefinition shown = Outer(method) ?? method;
        string generic = shown.HasGenericParameters ? $"[{string.Join(',', shown.GenericParameters.Select(static parameter => parameter.Name))}]" : "";
        IEnumerable<string> parameters = shown.Parameters.Select(static parameter => $"{TypeName(parameter.ParameterType)} {parameter.Name}".TrimEnd());
        return $"{Short(shown)}{generic}({string.Join(", ", parameters)})";
    }

    /// <summary>The name with its type.</summary>
    public static string Short(MethodReference method) => $"{method.DeclaringType.GetElementType().FullName.Replace('/', '.')}.{method.Name}";

    private static MethodDefinition? Outer(MethodDefinition method)
        => method.Name == "MoveNext" && method.DeclaringType is { DeclaringType: { } outer } machine && machine.Name.StartsWith('<')
            ? outer.Methods.FirstOrDefault(each => each.CustomAttributes.Any(attribute
                => attribute.ConstructorArguments is [{ Value: TypeReference type }] && type.GetElementType().FullName == machine.FullName))
            : null;

    private static string TypeName(TypeReference type) => type switch
    {
        ByReferenceType reference => TypeName(reference.ElementType) + "&",
        PointerType pointer => TypeName(pointer.ElementType) + "*",
        ArrayType array => TypeName(array.ElementType) + "[]",
        IModifierType modifier => TypeName(modifier.ElementType),
        _ => type.Name,
    };
}
