using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Flow;

/// <summary>
/// Recognizes members and constructors that certainly store what they are given. An object that copies it, or whose source is not available, does not count.
/// </summary>
internal static class Stores
{
    // These types read the stream that they are made of.
    private static readonly HashSet<string> s_wrappers =
    [
        "System.IO.StreamReader", "System.IO.BinaryReader", "System.IO.BufferedStream", "System.IO.Compression.GZipStream",
        "System.IO.Compression.DeflateStream", "System.IO.Compression.BrotliStream", "System.IO.Compression.ZLibStream", "System.IO.Compression.ZipArchive",
        "System.Security.Cryptography.CryptoStream", "System.Net.Http.StreamContent", "Microsoft.AspNetCore.Mvc.FileStreamResult",
    ];

    /// <summary>Whether an assignment of the member stores the value: a field or an auto-property of the project, or the content of a message.</summary>
    public static bool Keeps(IOperation target) => target switch
    {
        IFieldReferenceOperation => true,
        IPropertyReferenceOperation { Property: { Name: "Content", ContainingType: var type } }
            when Framework.FullNameOf(type) is "System.Net.Http.HttpRequestMessage" or "System.Net.Http.HttpResponseMessage" => true,
        IPropertyReferenceOperation { Property.OriginalDefinition: { IsVirtual: false, IsOverride: false } property }
            => property.ContainingType.GetMembers().OfType<IFieldSymbol>()
                .Any(field => SymbolEqualityComparer.Default.Equals(field.AssociatedSymbol, property)),
        _ => false,
    };

    /// <summary>Whether a constructor stores its argument: a wrapper of a stream does, and a type of the project if its source shows it.</summary>
    public static bool Keeps(IParameterSymbol parameter, Callees callees, CancellationToken cancellation)
    {
        if (parameter is not { RefKind: RefKind.None or RefKind.In, ContainingSymbol: IMethodSymbol constructor })
            return false;

        if (Framework.Owns(constructor))
            return parameter.Ordinal == 0 && s_wrappers.Contains(Framework.FullNameOf(constructor.ContainingType));

        // The property of a record, or an assignment of the parameter itself.
        return constructor.ContainingType.GetMembers(parameter.Name).OfType<IPropertySymbol>()
                .Any(property => parameter.DeclaringSyntaxReferences is [var declaration] && property.DeclaringSyntaxReferences is [var own]
                    && own.Span == declaration.Span && own.SyntaxTree == declaration.SyntaxTree)
            || callees.BodyOf(constructor, cancellation)?.Descendants().WithCheckpoints(cancellation).Any(operation
                => operation is ISimpleAssignmentOperation { Target: IMemberReferenceOperation { Instance: IInstanceReferenceOperation } target } assignment
                    && Keeps(target)
                    && IsOnly(assignment.Value, parameter)) == true
                && !IsAssigned(parameter, callees, cancellation);
    }

    // 'data = data.ToArray();'
    private static bool IsAssigned(IParameterSymbol parameter, Callees callees, CancellationToken cancellation)
        => callees.BodyOf((IMethodSymbol)parameter.ContainingSymbol, cancellation)!.Descendants().WithCheckpoints(cancellation)
            .Any(operation => operation is IAssignmentOperation { Target: var target } && IsOnly(target, parameter));

    // A conversion to a memory does not copy.
    private static bool IsOnly(IOperation value, IParameterSymbol parameter) => value switch
    {
        IConversionOperation conversion when conversion.OperatorMethod is null || Views.IsView(conversion.Type) => IsOnly(conversion.Operand, parameter),
        IParameterReferenceOperation reference => SymbolEqualityComparer.Default.Equals(reference.Parameter, parameter),
        _ => false,
    };
}
