using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Rentals;

/// <summary>The constant length that a call asks a renter's pool for.</summary>
/// <param name="Argument">Where it is written.</param>
/// <param name="Length">In elements.</param>
/// <param name="Renter">Whose pool.</param>
/// <param name="Options">The pool's.</param>
/// <param name="IsSurelyRented">No memory of the caller's can do instead.</param>
internal sealed record RequestedLength(IOperation Argument, int Length, INamedTypeSymbol Renter, OptionValues Options, bool IsSurelyRented)
{
    /// <summary>Whether the pool keeps no buffer of this length.</summary>
    public bool IsOversize => IsSurelyRented && Length > Options.MaxLength;

    /// <summary>Null where the call rents nothing, or a length that only the run will tell.</summary>
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

    /// <summary>The length that is asked for; null where the call has none, as that of a method of the user's own.</summary>
    public static IOperation? ArgumentOf(IInvocationOperation rent) => rent.Arguments
        .FirstOrDefault(static argument => argument.Parameter is { Name: "length" or "capacity", Type.SpecialType: SpecialType.System_Int32 })?.Value;

    /// <summary>Whether the caller's memory comes first, and the pool only where that is too short.</summary>
    public static bool MayUseCallersMemory(IInvocationOperation rent) => rent.TargetMethod.Parameters.Any(static parameter => parameter.Name == "initial");
}
