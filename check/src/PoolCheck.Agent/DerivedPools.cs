using System.Reflection;
using System.Reflection.Metadata;
using System.Text.RegularExpressions;

namespace PooledGen.PoolCheck;

/// <summary>Finds pools that announce nothing: the types that derive from <c>ArrayPool&lt;T&gt;</c>. It reads metadata, and so loads no type.</summary>
internal static class DerivedPools
{
    /// <summary>Why their arrays are not watched where no code is woven.</summary>
    public const string WhyNot
        = "of the types that derive from ArrayPool<T>, only the framework's own announce what they rent. Only --exact watches the others.";

    /// <summary>Why the arrays of one are not watched whose code is not woven.</summary>
    public const string WhyNotIfNotWoven = "the code of the pool is not woven.";

    /// <summary>Why the arrays of one are not watched that may give them out without a call of <c>Rent</c>.</summary>
    /// <param name="by">The name of the method or the field by which it may; empty if it rents out an array twice.</param>
    public static string WhyNotIfEscaping(string by)
        => by.Length == 0 ? "the pool gives one array to several renters." : $"arrays of the pool may get out by {by}, and not by Rent only.";

    /// <summary>The names of these types in an assembly.</summary>
    public static unsafe IEnumerable<string> In(Assembly assembly)
    {
        try
        {
            if (assembly.IsDynamic || !assembly.TryGetRawMetadata(out byte* blob, out int length))
                return [];

            var reader = new MetadataReader(blob, length);
            IEnumerable<TypeDefinition> types = reader.TypeDefinitions.Select(reader.GetTypeDefinition);
            return [.. types.Where(type => IsPool(reader, type.BaseType)).Select(type => NameOf(reader, type))];
        }
        catch (BadImageFormatException)
        {
            // An obfuscator writes what the runtime never reads.
            return [];
        }
    }

    /// <summary>The name of such a type, as <see cref="In"/> gives it.</summary>
    public static string NameOf(Type type) => Regex.Replace(type.FullName!.Split('[')[0], "`[0-9]+", "").Replace('+', '.');

    private static bool IsPool(MetadataReader reader, EntityHandle type)
    {
        if (type.IsNil || type.Kind != HandleKind.TypeSpecification)
            return false;

        BlobReader signature = reader.GetBlobReader(reader.GetTypeSpecification((TypeSpecificationHandle)type).Signature);
        if (signature.ReadSignatureTypeCode() != SignatureTypeCode.GenericTypeInstance || signature.ReadCompressedInteger() != (int)SignatureTypeKind.Class)
            return false;

        return signature.ReadTypeHandle() is { Kind: HandleKind.TypeReference } definition
            && reader.GetTypeReference((TypeReferenceHandle)definition) is var pool
            && reader.StringComparer.Equals(pool.Namespace, "System.Buffers")
            && reader.StringComparer.Equals(pool.Name, "ArrayPool`1");
    }

    private static string NameOf(MetadataReader reader, TypeDefinition type)
    {
        string name = reader.GetString(type.Name).Split('`')[0];
        return !type.GetDeclaringType().IsNil ? $"{NameOf(reader, reader.GetTypeDefinition(type.GetDeclaringType()))}.{name}"
            : type.Namespace.IsNil ? name
            : $"{reader.GetString(type.Namespace)}.{name}";
    }
}
