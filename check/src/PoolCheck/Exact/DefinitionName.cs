using System.Text.RegularExpressions;
using Mono.Cecil;

namespace PooledGen.PoolCheck;

/// <summary>The names of methods, as a stack shows them.</summary>
internal static partial class DefinitionName
{
    /// <summary>The name with its type and parameters. The body of an async method or an iterator has the name of the method.</summary>
    public static string Of(MethodDefinition method)
    {
        MethodDefinition shown = Outer(method) ?? method;
        string generic = shown.HasGenericParameters ? $"[{string.Join(',', shown.GenericParameters.Select(static parameter => parameter.Name))}]" : "";
        IEnumerable<string> parameters = shown.Parameters.Select(static parameter => $"{TypeName(parameter.ParameterType)} {parameter.Name}".TrimEnd());
        return $"{WithType(shown)}{generic}({string.Join(", ", parameters)})";
    }

    /// <summary>The full name of the outermost type of a method. A closure or a state machine is none.</summary>
    public static string OutermostType(MethodDefinition method)
    {
        TypeDefinition type = method.DeclaringType;
        while (type.DeclaringType is { } outer)
            type = outer;

        return type.FullName;
    }

    /// <summary>The name with its type, for a sentence: without the numbers of type parameters, as in <c>System.Span`1.CopyTo</c>.</summary>
    public static string Short(MethodReference method) => Arity().Replace(WithType(method), "");

    /// <inheritdoc cref="Short(MethodReference)"/>
    public static string Short(FieldReference field) => Arity().Replace($"{field.DeclaringType.GetElementType().FullName.Replace('/', '.')}.{field.Name}", "");

    [GeneratedRegex(@"`\d+")]
    private static partial Regex Arity();

    private static string WithType(MethodReference method) => $"{method.DeclaringType.GetElementType().FullName.Replace('/', '.')}.{method.Name}";

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
