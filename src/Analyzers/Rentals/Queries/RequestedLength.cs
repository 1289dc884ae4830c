using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Generator.Parsing;

namespace PooledGen.Analyzers.Rentals;

/// <summary>The constant length that a call requests from a renter's pool.</summary>
/// <param name="Argument">The argument with the length.</param>
/// <param name="Length">The length in elements.</param>
/// <param name="Renter">The renter whose pool is used.</param>
/// <param name="Options">The options of the pool.</param>
/// <param name="IsSurelyRented">Whether the call always rents, because the caller passes no memory of its own.</param>
internal sealed record RequestedLength(IOperation Argument, int Length, INamedTypeSymbol Renter, OptionValues Options, bool IsSurelyRented)
{
    /// <summary>Whether the pool keeps no buffer of this length. A MaxLength below 1 is the only mistake then, and PG0004 reports it.</summary>
    public bool IsOversize => IsSurelyRented && Options.MaxLength > 0 && Length > Options.MaxLength;

    /// <summary>The requested length; null if the call rents nothing, or the length is not constant.</summary>
    public static RequestedLength? Of(IInvocationOperation call, RentalTypes types)
    {
        INamedTypeSymbol renter = call.TargetMethod.ContainingType;
        return types.IsRental(call)
            && types.IsRenter(renter)
            && ArgumentOf(call) is { ConstantValue.Value: int length } argument
            && types.DeclarationOf(renter)?.Options is { } options
            ? new RequestedLength(argument, length, renter, options, !MayUseCallersMemory(call))
            : null;
    }

    /// <summary>The length argument; null if the call has none, such as a method of the user's own.</summary>
    public static IOperation? ArgumentOf(IInvocationOperation rent) => rent.Arguments
        .FirstOrDefault(static argument => argument.Parameter is { Name: "length" or "capacity", Type.SpecialType: SpecialType.System_Int32 })?.Value;

    /// <summary>Whether the call uses the caller's memory first, and the pool only if that is too short.</summary>
    public static bool MayUseCallersMemory(IInvocationOperation rent) => rent.TargetMethod.Parameters.Any(static parameter => parameter.Name == "initial");
}
