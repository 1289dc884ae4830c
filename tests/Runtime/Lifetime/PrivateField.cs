using System.Reflection;

namespace PooledGen.Runtime.Tests.Lifetime;

/// <summary>Reads fields that no member shows.</summary>
internal static class PrivateField
{
    private const BindingFlags Any = BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;

    /// <summary>The value of a field.</summary>
    /// <param name="owner">The object that has it, or the type if it is static.</param>
    /// <param name="name">The field, of the type or of one of its base types.</param>
    /// <exception cref="MissingFieldException">No such type has it.</exception>
    public static object? Of(object owner, string name)
    {
        for (Type? type = owner as Type ?? owner.GetType(); type is not null; type = type.BaseType)
        {
            if (type.GetField(name, Any) is { } field)
                return field.GetValue(owner is Type ? null : owner);
        }

        throw new MissingFieldException(owner.GetType().Name, name);
    }
}
