using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>Finds the owners that some path of a body does not end.</summary>
internal static class LostOwners
{
    /// <summary>The expressions that rent, with the name of the owner, with what to do, and whether a <c>using</c> is all that is missing.</summary>
    public static IEnumerable<(IOperation Rent, string Name, string Advice, bool NeedsOnlyUsing)> In(BodyFlow body)
    {
        var protocol = (StructOwnerProtocol)body.Protocol;
        return from finding in body.Findings
               where finding.Kind == FindingKind.NotEnded && finding.Rental.Given is null
               let owner = protocol.OwnerOf(finding.Rental)
               where owner is not null && HasAnArray(finding.Rental, owner, body)
               select (finding.Operation, finding.Rental.Name,
                   owner.EndsByUsing ? "declare it with 'using'" : $"call its '{owner.End}' before every exit from the method",
                   owner.EndsByUsing && body.OccurrencesOf[finding.Rental].All(IsNoOtherEnd));

        // Beside 'return builder.ToString()', which ends it, a using could end it a second time.
        static bool IsNoOtherEnd(Occurrence occurrence) => occurrence.Kind != StepKind.End
            || occurrence.Operation is IInvocationOperation { TargetMethod: { Name: "Dispose", Parameters.IsEmpty: true } };
    }

    // A builder that begins without an array has none on a path that leaves before it grows. If no path ends it, the end was forgotten.
    private static bool HasAnArray(Rental rental, StructOwner owner, BodyFlow body)
        => rental.Operation is not IObjectCreationOperation creation
            || !owner.MayBeginWithoutArray(creation)
            || (body.OccurrencesOf[rental].All(static occurrence => occurrence.Kind != StepKind.End)
                && body.OccurrencesOf[rental].Any(occurrence => occurrence.Operation.Parent is IInvocationOperation call && owner.MayGrow(call.TargetMethod)));
}
