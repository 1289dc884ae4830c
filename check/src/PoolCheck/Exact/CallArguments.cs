using Mono.Cecil;

namespace PooledGen.PoolCheck;

/// <summary>An argument of a call.</summary>
/// <param name="Type">The type of a variable for it.</param>
/// <param name="Use">How the call uses it.</param>
/// <param name="View">The type of the view, if it is one.</param>
/// <param name="IsByReference">Whether the argument is the address of a view.</param>
/// <param name="CountedBy">The argument that says how much of it is used; -1 if there is none.</param>
/// <param name="OffsetBy">The argument that says where the used part begins; -1 if it begins at the first element.</param>
/// <param name="IsRangeKnown">Whether these two say which elements are used.</param>
internal readonly record struct CallArgument(
    TypeReference Type,
    ArgumentUse Use,
    GenericInstanceType? View = null,
    bool IsByReference = false,
    int CountedBy = -1,
    int OffsetBy = -1,
    bool IsRangeKnown = true);

/// <summary>The arguments of a call of code that is not woven, in the order of the stack: the instance is the first, if there is one.</summary>
internal sealed class CallArguments
{
    private readonly CallArgument[] _arguments;

    public CallArguments(MethodReference called, bool isNew, TypeReference? constrained, EvaluationStack stack)
    {
        int own = called.HasThis && !isNew ? 1 : 0;
        _arguments = new CallArgument[called.Parameters.Count + own];
        bool mayUse = CallUses.MayUse(called);
        if (own == 1)
            _arguments[0] = Instance(called, constrained, stack[_arguments.Length - 1], mayUse);

        MethodDefinition? definition = null;
        for (int index = own; index < _arguments.Length; index++)
        {
            TypeReference declared = called.Parameters[index - own].ParameterType;
            ArgumentUse use = mayUse ? CallUses.Of(declared) : ArgumentUse.None;
            if (use == ArgumentUse.Address && stack[_arguments.Length - 1 - index] == StackEntry.OwnAddress)
                use = ArgumentUse.None;

            TypeReference type = GenericTypes.Substitute(declared, called);
            var argument = new CallArgument(type, use, use == ArgumentUse.View ? (GenericInstanceType)type : null);
            if (use is ArgumentUse.Array or ArgumentUse.Address && (definition ??= called.Resolve()) is not null)
            {
                int count = CallUses.CountOf(definition, index - own);
                int? offset = CallUses.OffsetOf(definition, index - own);
                argument = argument with
                {
                    CountedBy = count < 0 ? -1 : count + own,
                    OffsetBy = offset >= 0 ? offset.Value + own : -1,
                    IsRangeKnown = offset is { } known && (count < 0 ? known < 0 : count > index - own),
                };
            }

            _arguments[index] = argument;
        }

        // A call that has nothing to check is not touched.
        int[] used = [.. Enumerable.Range(0, _arguments.Length).Where(index => _arguments[index].Use != ArgumentUse.None)];
        First = used.Length == 0 ? -1 : used.Min(index => _arguments[index].CountedBy is >= 0 and int counter ? Math.Min(index, counter) : index);
        IsCopy = own == 1 && called.Name is "CopyTo" or "TryCopyTo" && _arguments is [{ View: { } from }, { View: not null }]
            && from.ElementType.FullName != "System.ArraySegment`1";
    }

    /// <summary>The first argument that is needed for a check; -1 if none is.</summary>
    public int First { get; }

    /// <summary>Whether the call copies a span or a memory. It uses as much of the destination as the source has, and nothing if that does not fit.</summary>
    public bool IsCopy { get; }

    public int Count => _arguments.Length;

    public CallArgument this[int index] => _arguments[index];

    private static CallArgument Instance(MethodReference called, TypeReference? constrained, StackEntry entry, bool mayUse)
    {
        TypeReference type = constrained ?? called.DeclaringType;
        if (entry == StackEntry.Value)
            return new CallArgument(type, mayUse && type.FullName == "System.Array" ? ArgumentUse.Array : ArgumentUse.None);

        var address = new ByReferenceType(type);
        if (type is GenericInstanceType view && CallUses.Views.ContainsKey(view.ElementType.FullName))
        {
            bool isUsed = constrained is null ? mayUse : called.Name == "ToString";
            return new CallArgument(address, isUsed ? ArgumentUse.View : ArgumentUse.None, view, IsByReference: true);
        }

        return new CallArgument(address, entry == StackEntry.Address ? ArgumentUse.Address : ArgumentUse.None);
    }
}
