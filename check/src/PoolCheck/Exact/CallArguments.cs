using Mono.Cecil;

namespace PooledGen.PoolCheck;

/// <summary>An argument of a call.</summary>
/// <param name="Type">The type of a variable for it.</param>
/// <param name="Use">How the call uses it.</param>
/// <param name="Guard">The method of the guard for a view or a holder.</param>
/// <param name="Element">The type of their elements; null if their type is not generic.</param>
/// <param name="IsByReference">Whether the argument is the address of a view or an array.</param>
/// <param name="CountedBy">The argument that says how much of it is used; -1 if there is none.</param>
/// <param name="OffsetBy">The argument that says where the used part begins; -1 if it begins at the first element.</param>
/// <param name="IsRangeKnown">Whether these two say which elements are used.</param>
internal readonly record struct CallArgument(
    TypeReference Type,
    ArgumentUse Use,
    string? Guard = null,
    TypeReference? Element = null,
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
            TypeReference type = GenericTypes.Substitute(declared, called);
            if (Reader(called, declared, type, index - own) is { } reader)
            {
                _arguments[index] = reader;
                continue;
            }

            ArgumentUse use = !mayUse ? ArgumentUse.None : CallUses.Of(CallUses.IsOfAlternateLookup(called) ? type : declared);
            if (use == ArgumentUse.Address && stack[_arguments.Length - 1 - index] == StackEntry.OwnAddress)
                use = ArgumentUse.None;

            CallArgument argument = use == ArgumentUse.View ? View(type, (GenericInstanceType)type, called, use) : new CallArgument(type, use);
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
        IsCopy = called.Name is "CopyTo" or "TryCopyTo"
            && (own == 1 || called.DeclaringType.FullName == "System.Buffers.BuffersExtensions")
            && _arguments is [{ Use: ArgumentUse.View, Guard: not "Segment" }, { Use: ArgumentUse.View, Guard: not "Sequence" }];
    }

    /// <summary>The first argument that is needed for a check; -1 if none is.</summary>
    public int First { get; }

    /// <summary>
    /// Whether the call copies a span, a memory or a sequence. It uses as much of the destination as the source has, and nothing if that does not fit.
    /// </summary>
    public bool IsCopy { get; }

    public int Count => _arguments.Length;

    public CallArgument this[int index] => _arguments[index];

    private static CallArgument Instance(MethodReference called, TypeReference? constrained, StackEntry entry, bool mayUse)
    {
        TypeReference type = constrained ?? called.DeclaringType;
        string? holder = MayBeOfValues(ElementOf(type)) ? CallUses.HolderOf(type, called) : null;
        if (entry == StackEntry.Value)
        {
            return holder is not null ? new CallArgument(type, ArgumentUse.Holder, holder, ElementOf(type))
                : new CallArgument(type, mayUse && type.FullName == "System.Array" ? ArgumentUse.Array : ArgumentUse.None);
        }

        var address = new ByReferenceType(type);
        if (type is GenericInstanceType view && CallUses.Views.ContainsKey(view.ElementType.FullName))
        {
            bool isUsed = called.Name == "ToString" ? CallUses.HasText(view) : constrained is null && mayUse;
            return View(address, view, called, isUsed ? ArgumentUse.View : ArgumentUse.None) with { IsByReference = true };
        }

        return holder is not null ? new CallArgument(address, ArgumentUse.Holder, holder, ElementOf(type))
            : new CallArgument(address, entry == StackEntry.Address ? ArgumentUse.Address : ArgumentUse.None);
    }

    // What reads elements through more than the type of the parameter says.
    private static CallArgument? Reader(MethodReference called, TypeReference declared, TypeReference type, int parameter)
    {
        switch (declared)
        {
            case GenericInstanceType { ElementType.FullName: "System.Collections.Generic.IEnumerable`1" } when CallUses.Enumerates(called):
                TypeReference? element = ElementOf(type);
                return MayBeOfValues(element) ? new CallArgument(type, ArgumentUse.Holder, "Items", element) : null;
            case ByReferenceType { ElementType: GenericInstanceType } when CallUses.HolderOf(type.GetElementType(), called) is { } holder:
                return new CallArgument(type, ArgumentUse.Holder, holder, ElementOf(((ByReferenceType)type).ElementType));
            case ByReferenceType { ElementType: GenericInstanceType view } when CallUses.Views.ContainsKey(view.ElementType.FullName)
                && CallUses.MayUse(called) && called.Resolve()?.Parameters[parameter] is { IsIn: true, IsOut: false }:
                return View(type, (GenericInstanceType)((ByReferenceType)type).ElementType, called, ArgumentUse.View) with { IsByReference = true };
            case ByReferenceType { ElementType: ArrayType } when called is { Name: "Resize", DeclaringType.FullName: "System.Array" }:
                return new CallArgument(type, ArgumentUse.Array, CountedBy: 1, IsByReference: true);
            default:
                return null;
        }
    }

    // A search ends where it has found something, and seldom goes far.
    private static CallArgument View(TypeReference type, GenericInstanceType view, MethodReference called, ArgumentUse use)
    {
        string guard = CallUses.Views[view.ElementType.FullName];
        return new CallArgument(type, use, guard == "Sequence" && called.Name == "PositionOf" ? "StartOfSequence" : guard, view.GenericArguments[0]);
    }

    private static bool MayBeOfValues(TypeReference? element) => element is null or GenericParameter or { IsValueType: true };

    private static TypeReference? ElementOf(TypeReference type) => (type as GenericInstanceType)?.GenericArguments[0];
}
