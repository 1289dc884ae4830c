using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Flow;

/// <summary>
/// The tasks that locals of a body were declared with: <c>Task write = stream.WriteAsync(array, 0, n);</c>. Each later mention of the local may wait for
/// the task, so only the paths without a mention leave the task running.
/// </summary>
internal sealed class HeldTasks(BodyScan scan, Variables variables)
{
    private readonly Dictionary<int, int> _held = []; // for each local: the variable of its task

    /// <summary>The variable of the task that the declaration starts; null if it starts none, or if a function may wait for it.</summary>
    public int? StartedBy(ISimpleAssignmentOperation assignment)
    {
        if (assignment.Target is not ILocalReferenceOperation { IsDeclaration: true, Local: var local }
            || scan.IsCaptured(local)
            || Tasks.StartedBy(assignment.Value) is not { } call)
        {
            return null;
        }

        return _held[variables.Of(local)] = variables.OfHeld(call);
    }

    /// <summary>The variable of the task that the mention of a local may wait for; null if there is none.</summary>
    public int? AwaitedBy(IOperation mention, int local) => _held.TryGetValue(local, out int held) && !Tasks.MayTimeOut(mention) ? held : null;
}
