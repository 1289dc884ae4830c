using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Rentals;

/// <summary>Formats names for messages.</summary>
internal static class RentalDisplay
{
    /// <summary>A type with its containing types, without its namespace: <c>Particle.Buffer</c>.</summary>
    public static string Of(ITypeSymbol? type) => type?.ToDisplayString(SymbolDisplayFormat.CSharpShortErrorMessageFormat) ?? "";

    /// <summary>The call that began a rental: <c>PacketBuffer.Rent</c>.</summary>
    public static string Of(IOperation rental) => rental switch
    {
        IInvocationOperation call => $"{Of(call.TargetMethod.ContainingType)}.{call.TargetMethod.Name}",
        IAwaitOperation => $"await …{WellKnownNames.RentOwnerAsync}",
        _ => "new " + Of(rental.Type),
    };
}
