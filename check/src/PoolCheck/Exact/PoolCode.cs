using Mono.Cecil;
using Mono.Cecil.Cil;

namespace PooledGen.PoolCheck;

/// <summary>
/// The code of a pool of the program: of a type that derives from <c>ArrayPool&lt;T&gt;</c> directly, of what derives from it, of what is nested in these, and
/// of types that keep arrays for them.
/// </summary>
/// <param name="Name">The full name of the type.</param>
/// <param name="Element">The type of an element, in the part of the code that was asked for.</param>
internal sealed record WovenPool(string Name, TypeReference Element);

/// <summary>What a method of the code of a pool does.</summary>
internal enum PoolMethod
{
    /// <summary>It overrides the method that rents.</summary>
    Rent,

    /// <summary>It overrides the method that returns.</summary>
    Return,

    /// <summary>It may give out or take an array, and it reads or writes what the pool keeps.</summary>
    Escape,

    /// <summary>Anything else.</summary>
    Other,
}

/// <summary>
/// Says which code belongs to a pool of the program, and by what else than a call of Rent an array of it may get out. A use of a returned array is certain only
/// where nothing else can give it to a new owner. So what might is counted, also where it never does. Not for several threads at once.
/// </summary>
/// <remarks>
/// An array may get out by a field of the pool's code that other code uses, by a field of other code that the pool's code uses, by a method of the pool's code
/// that has it in its signature, and by a method of other code that the pool's code calls. A type of the framework keeps an array for the pool, unless the pool
/// has got the object from elsewhere, by one of these.
/// </remarks>
/// <param name="isWoven">Whether an assembly of the program has a type, and it is woven.</param>
internal sealed class PoolCode(Func<TypeReference, bool> isWoven)
{
    private const string ArrayPool = "System.Buffers.ArrayPool`1";

    // What may be, or keep, an array of any type.
    private static readonly HashSet<string> s_any =
    [
        "System.Object", "System.Array", "System.Delegate", "System.MulticastDelegate", "System.WeakReference", "System.Runtime.InteropServices.GCHandle",
        "System.Collections.IEnumerable", "System.Collections.ICollection", "System.Collections.IList", "System.Collections.IDictionary",
        "System.Collections.IEnumerator", "System.Collections.ArrayList", "System.Collections.Hashtable", "System.Collections.Queue",
        "System.Collections.Stack", "System.IO.Stream", "System.IO.MemoryStream",
    ];

    private readonly Dictionary<TypeReference, (WovenPool? Pool, bool IsPool)> _known = new(ReferenceEqualityComparer.Instance);

    private readonly Dictionary<(MethodDefinition Method, string Element), bool> _keepsNothing = [];

    private readonly Dictionary<TypeDefinition, WovenPool> _helpers = [];

    /// <summary>The pool that the code of a type belongs to; null if it belongs to none.</summary>
    public WovenPool? Of(TypeReference type) => Find(type).Pool;

    /// <summary>What a method of the code of a pool does.</summary>
    public PoolMethod KindOf(MethodDefinition method, WovenPool pool)
        => Overrides(method, "Rent") ? PoolMethod.Rent
            : Overrides(method, "Return") ? PoolMethod.Return
            : IsInSignature(method, pool) && method.Body.Instructions.Any(instruction => UsesWhatIsKept(instruction, pool)) ? PoolMethod.Escape
            : PoolMethod.Other;

    /// <summary>The pools whose arrays may get out by an instruction, and the names of the methods and fields by which they may.</summary>
    /// <param name="method">The method that has the instruction.</param>
    /// <param name="instruction">The instruction.</param>
    public IEnumerable<(WovenPool Pool, string By)> EscapesAt(MethodDefinition method, Instruction instruction)
    {
        WovenPool? pool = Of(method.DeclaringType);
        if (instruction is { OpCode.OperandType: OperandType.InlineField, Operand: FieldReference field } && isWoven(field.DeclaringType))
        {
            WovenPool? owner = Of(field.DeclaringType);
            if (owner?.Name == pool?.Name)
                yield break;

            if (owner is not null && MayBeArray(field.FieldType, owner))
                yield return (owner, DefinitionName.Short(method));

            if (pool is not null && MayBeArray(GenericTypes.Of(field), pool))
                yield return (pool, DefinitionName.Short(field));
        }
        else if (instruction.Operand is MethodReference called)
        {
            if (PoolThatHandsOver(called) is { } owner && owner.Name != pool?.Name)
                yield return (owner, DefinitionName.Short(called));

            if (pool is not null && GivesAway(instruction, pool))
                yield return (pool, DefinitionName.Short(called));
        }
        else if (pool is not null && instruction is { OpCode.Code: Code.Calli, Operand: CallSite site } && site.Parameters.Any(MayBe))
        {
            yield return (pool, $"a function pointer in {DefinitionName.Short(method)}");
        }

        bool MayBe(ParameterDefinition parameter) => MayBeArray(parameter.ParameterType, pool!);
    }

    /// <summary>
    /// Adds the types of a module that keep arrays for a pool, and let nothing but their own methods use them. They are part of the pool's code from then on.
    /// </summary>
    public void AddHelpers(ModuleDefinition module)
    {
        TypeDefinition[] types = [.. module.GetTypes()];
        while (Array.Find(types, type => Of(type) is { } pool && TryAddHelperOf(type, pool)) is not null)
        {
            _known.Clear();
            _keepsNothing.Clear();
        }
    }

    private bool TryAddHelperOf(TypeDefinition type, WovenPool pool)
    {
        TypeDefinition? helper = type.Methods.Where(static method => method.HasBody)
            .SelectMany(static method => method.Body.Instructions)
            .Where(instruction => instruction.Operand is MethodReference called && isWoven(called.DeclaringType) && GivesAway(instruction, pool))
            .Select(static instruction => ((MethodReference)instruction.Operand).DeclaringType.Resolve())
            .FirstOrDefault(helper => helper?.Module == type.Module && IsHelper(helper, InOtherCode(pool, type.Module)));
        return helper is not null && _helpers.TryAdd(helper, InOtherCode(pool, type.Module));
    }

    // Other modules must not use its fields, or derive from it: they do not know what it is.
    private bool IsHelper(TypeDefinition type, WovenPool pool)
        => type is { IsInterface: false, BaseType.FullName: "System.Object" or "System.ValueType" }
            && (type.IsSealed || type.IsNotPublic)
            && Of(type) is null
            && type.Fields.All(field => field.IsPrivate || !MayBeArray(field.FieldType, pool));

    private (WovenPool? Pool, bool IsPool) Find(TypeReference type)
    {
        type = type.GetElementType();
        if (!_known.TryGetValue(type, out (WovenPool? Pool, bool IsPool) known))
            _known[type] = known = type is GenericParameter || !isWoven(type) ? default : Find(type.Resolve());

        return known;
    }

    private (WovenPool? Pool, bool IsPool) Find(TypeDefinition? type)
    {
        if (type is null)
            return default;

        if (_helpers.TryGetValue(type, out WovenPool? helped))
            return (helped, false);

        if (type.BaseType is GenericInstanceType { ElementType.FullName: ArrayPool } parent)
            return (new WovenPool(type.FullName, parent.GenericArguments[0]), true);

        (WovenPool? inherited, bool isPool) = type.BaseType is null ? default : Find(type.BaseType);
        if (inherited is null)
            return (type.DeclaringType is null ? null : Of(type.DeclaringType), false);

        // The base class may be generic, and this one not.
        return (inherited with { Element = GenericTypes.Substitute(inherited.Element, type.BaseType as GenericInstanceType, called: null) }, isPool);
    }

    private bool Overrides(MethodDefinition method, string name)
        => method.IsVirtual
            && Find(method.DeclaringType).IsPool
            && ((method.Name == name && method.IsReuseSlot && HasParametersOf(method, name))
                || method.Overrides.Any(overridden => overridden.Name == name && overridden.DeclaringType.GetElementType().FullName == ArrayPool));

    private static bool HasParametersOf(MethodDefinition method, string name)
        => name == "Rent" ? method is { ReturnType: ArrayType, Parameters: [{ ParameterType.MetadataType: MetadataType.Int32 }] }
            : method.Parameters is [{ ParameterType: ArrayType }, { ParameterType.MetadataType: MetadataType.Boolean }];

    // The handler of an event has an object for its sender or its state, which it gets.
    private bool IsInSignature(MethodDefinition method, WovenPool pool)
        => MayBeArray(method.ReturnType, pool)
            || method.Parameters.Any(parameter => parameter.ParameterType.MetadataType != MetadataType.Object && MayBeArray(parameter.ParameterType, pool));

    private bool UsesWhatIsKept(Instruction instruction, WovenPool pool) => instruction.Operand switch
    {
        FieldReference field => Of(field.DeclaringType) is { } owner && owner.Name == pool.Name && MayBeArray(field.FieldType, owner),
        MethodReference called => Of(called.DeclaringType) is { } owner && owner.Name == pool.Name
            && called.Resolve() is { } definition
            && IsInSignature(definition, owner)
            && !Overrides(definition, "Rent")
            && !Overrides(definition, "Return"),
        _ => false,
    };

    // The pool whose array a method may give out or take; null if it does not. The guard takes a call for one of the pool's own while code of any pool runs on
    // the thread, so other code of the program tells it itself.
    private WovenPool? PoolThatHandsOver(MethodReference called)
        => Of(called.DeclaringType) is not null
            && called.Resolve() is { HasBody: true } method
            && Of(method.DeclaringType) is { } pool
            && KindOf(method, pool) == PoolMethod.Escape
            ? pool
            : null;

    // Whether a method that the code of a pool calls, or makes a delegate of, may keep an array that it gets, or may have kept one that it returns.
    private bool GivesAway(Instruction instruction, WovenPool pool)
    {
        var called = (MethodReference)instruction.Operand;
        TypeReference type = called.DeclaringType;
        if (type is ArrayType || (Of(type)?.Name == pool.Name && called.Resolve() is { } own && !MayBeOtherCode(own)))
            return false;

        bool isInParameters = called.Parameters.Any(parameter => MayBeArray(GenericTypes.Substitute(parameter.ParameterType, called), pool));
        bool isReturned = MayBeArray(GenericTypes.Substitute(called.ReturnType, called), pool);
        if (!isInParameters && !isReturned && !MayBeArray(type, pool))
            return false;

        MethodDefinition? definition = called.Resolve();
        if (isWoven(type))
        {
            // A delegate of a method that keeps nothing may run on another thread, where the guard does not take it for code of the pool.
            bool isDelegate = instruction.OpCode.Code is Code.Ldftn or Code.Ldvirtftn;
            return definition is null
                || !(Overrides(definition, "Rent") || Overrides(definition, "Return") || (!isDelegate && KeepsNothing(definition, pool)));
        }

        return definition?.DeclaringType is { } declaring
            && ((declaring.IsInterface && isInParameters)
                || (declaring.BaseType?.FullName == "System.MulticastDelegate" && called.Name is "Invoke" or "BeginInvoke" && (isInParameters || isReturned)));
    }

    // Whether a method of the pool's own types runs what other code has given it: one of an interface, or of a delegate.
    private static bool MayBeOtherCode(MethodDefinition method) => method.DeclaringType.IsInterface || (method.IsRuntime && !method.IsConstructor);

    // Whether a method of other code leaves an array where it is: it checks or clears its argument, or allocates.
    private bool KeepsNothing(MethodDefinition method, WovenPool pool)
    {
        WovenPool other = InOtherCode(pool, method.Module);
        if (_keepsNothing.TryGetValue((method, other.Element.FullName), out bool known))
            return known;

        // While this goes on, for one that calls itself.
        _keepsNothing[(method, other.Element.FullName)] = true;
        bool keepsNothing = method is { HasBody: true, IsVirtual: false } && !method.Body.Instructions.Any(Keeps);

        // What was found meanwhile may rely on it.
        if (!keepsNothing)
            _keepsNothing.Clear();

        return _keepsNothing[(method, other.Element.FullName)] = keepsNothing;

        bool Keeps(Instruction instruction) => instruction.Operand switch
        {
            FieldReference field => MayBeArray(field.FieldType, other),
            MethodReference => GivesAway(instruction, other),
            CallSite => true,
            _ => false,
        };
    }

    // A type parameter of code outside of a generic pool may stand for an array.
    private static WovenPool InOtherCode(WovenPool pool, ModuleDefinition module)
        => pool.Element is GenericParameter ? pool with { Element = module.TypeSystem.Void } : pool;

    // Whether a value of a type may be an array of a pool, a view of one, or something that keeps one.
    private bool MayBeArray(TypeReference type, WovenPool pool) => type switch
    {
        GenericParameter => !(pool.Element is GenericParameter && GenericTypes.KeyOf(type) == GenericTypes.KeyOf(pool.Element)),
        ArrayType array => IsElement(array.ElementType, pool) || MayBeArray(array.ElementType, pool),
        PointerType or ByReferenceType => ((TypeSpecification)type).ElementType is var target
            && (IsElement(target, pool) || target.MetadataType == MetadataType.Void || MayBeArray(target, pool)),
        IModifierType modifier => MayBeArray(modifier.ElementType, pool),
        GenericInstanceType generic => generic.ElementType.FullName != ArrayPool
            && generic.GenericArguments.Any(argument => IsElement(argument, pool) || MayBeArray(argument, pool)),
        FunctionPointerType => true,
        _ => s_any.Contains(type.FullName) || (isWoven(type) && BaseMayBeArray(type, pool)),
    };

    // A type of the program may be a collection of the framework by its base class.
    private bool BaseMayBeArray(TypeReference type, WovenPool pool)
        => type.Resolve()?.BaseType is { FullName: not ("System.Object" or "System.MulticastDelegate") } parent && MayBeArray(parent, pool);

    // The elements of a generic pool have the type of a type parameter, and one that is nested in it has a copy of the parameter. Elements of any type can be
    // seen as bytes.
    private static bool IsElement(TypeReference type, WovenPool pool)
        => type.MetadataType == MetadataType.Byte || (pool.Element is GenericParameter ? type is GenericParameter : type.FullName == pool.Element.FullName);
}
