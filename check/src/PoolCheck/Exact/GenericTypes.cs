using Mono.Cecil;

namespace PooledGen.PoolCheck;

/// <summary>Puts the arguments of generic types and methods in place of their parameters.</summary>
internal static class GenericTypes
{
    /// <summary>A text that two types have in common only if they are the same: type parameters of a type and of its method may have one name.</summary>
    public static string KeyOf(TypeReference type) => type switch
    {
        GenericParameter parameter => $"{parameter.Type} {parameter.Position}",
        GenericInstanceType generic => $"{KeyOf(generic.ElementType)}<{string.Join(',', generic.GenericArguments.Select(KeyOf))}>",
        ArrayType array => $"{KeyOf(array.ElementType)}[{array.Rank}]",
        FunctionPointerType pointer => pointer.FullName,
        TypeSpecification specification => $"{KeyOf(specification.ElementType)} {specification.MetadataType}",
        _ => $"{type.FullName} of {type.Scope.Name}",
    };

    /// <summary>The type that a field has at an access.</summary>
    public static TypeReference Of(FieldReference field) => Substitute(field.FieldType, field.DeclaringType as GenericInstanceType, null);

    /// <summary>The type that a parameter of a method has at a call.</summary>
    public static TypeReference Substitute(TypeReference type, MethodReference called)
        => Substitute(type, called.DeclaringType as GenericInstanceType, called as GenericInstanceMethod);

    /// <summary>The type without the parameters of a generic type and method, and without modifiers, which a variable cannot have.</summary>
    public static TypeReference Substitute(TypeReference type, GenericInstanceType? declaring, GenericInstanceMethod? called)
    {
        switch (type)
        {
            case GenericParameter { Type: GenericParameterType.Type } parameter when declaring is not null:
                return declaring.GenericArguments[parameter.Position];
            case GenericParameter { Type: GenericParameterType.Method } parameter when called is not null:
                return called.GenericArguments[parameter.Position];
            case GenericInstanceType generic:
                var instance = new GenericInstanceType(generic.ElementType) { IsValueType = generic.IsValueType };
                foreach (TypeReference argument in generic.GenericArguments)
                    instance.GenericArguments.Add(Substitute(argument, declaring, called));

                return instance;
            case ArrayType array:
                return array.IsVector ? new ArrayType(Substitute(array.ElementType, declaring, called))
                    : new ArrayType(Substitute(array.ElementType, declaring, called), array.Rank);
            case ByReferenceType reference:
                return new ByReferenceType(Substitute(reference.ElementType, declaring, called));
            case PointerType pointer:
                return new PointerType(Substitute(pointer.ElementType, declaring, called));
            case IModifierType modifier:
                return Substitute(modifier.ElementType, declaring, called);
            default:
                return type;
        }
    }
}
