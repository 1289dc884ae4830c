using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Generator.Analyzers.Rentals;

/// <summary>What messages call things.</summary>
internal static class RentalDisplay
{
    /// <summary>A type with the types around it, without its namespace: <c>Particle.Buffer</c>.</summary>
    public static string Of(ITypeSymbol? type) => type?.ToDisplayString(SymbolDisplayFormat.CSharpShortErrorMessageFormat) ?? "";

    /// <summary>What began a rental: <c>PacketBuffer.Rent</c>.</summary>
    public static string Of(IOperation rental) => rental is IInvocationOperation call
        ? $"{Of(call.TargetMethod.ContainingType)}.{call.TargetMethod.Name}"
        : "new " + Of(rental.Type);
}
