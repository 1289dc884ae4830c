using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>
/// The rules about declarations, as a table. If a rule of <see cref="NothingIsEmitted"/> is broken, the generator emits nothing. If only rules of
/// <see cref="MembersAreEmitted"/> are broken, the element is known, and the generator emits the members beside an error: without them the compiler would
/// report every use of the type.
/// </summary>
internal static class DefinitionRules
{
    private static readonly List<DiagnosticDescriptor> s_all = [];

    private static readonly HashSet<string> s_keepTheMembers = [];

    // The type
    public static readonly DiagnosticDescriptor
        TypeIsNotPartial = NothingIsEmitted("PG0001", "Type is not partial",
            "'{0}' is not partial; declare it as a partial struct, so that the generator can add its part"),
        ContainingTypeIsNotPartial = NothingIsEmitted("PG0002", "Containing type is not partial",
            "'{0}' is not partial; it contains the pooled buffer '{1}', so declare it partial too"),
        ModesAreMixed = NothingIsEmitted("PG0008", "Both modes at once",
            "'{0}' has {1} pooled-buffer attributes; it can be a renter ([PooledBuffer<T>]) or an element ([PooledBuffer]), not both"),
        TypeIsNotAStruct = NothingIsEmitted("PG0009", "Type is not a struct",
            "'{0}' is {1}; declare the pooled buffer as a partial struct"),
        LanguageVersionIsTooOld = NothingIsEmitted("PG0012", "Language version is too old",
            "'{0}' is compiled as C# {1}; pooled buffers need C# 8.0 or later (<LangVersion> in the project file)"),
        TypeIsFileLocal = NothingIsEmitted("PG0013", "Type is file-local",
            "'{0}' is file-local, so the generated file cannot add its part; drop the 'file' modifier of '{1}'"),
        RenterImplementsInterface = NothingIsEmitted("PG0017", "Renter implements an interface",
            "'{0}' implements '{1}', but a renter is a ref struct, which can implement interfaces only with C# 13 or later on .NET 9 or later; "
                + "this project is compiled as C# {2} for {3}, so remove the interface"),
        DeclarationIsTooNew = MembersAreEmitted("PG0037", "Declaration is too new for the language version",
            "'{0}' is compiled as C# {1}, in which {2}"),
        UsedTypeIsHidden = NothingIsEmitted("PG0038", "Type of the generated code is hidden",
            "The generated part of '{0}' uses '{1}', and this project declares a {2} of that name; rename yours, or move it to another namespace");

    // Its members
    public static readonly DiagnosticDescriptor
        MemberNameIsTaken = NothingIsEmitted("PG0010", "Member name is taken",
            "The generator declares '{0}' in '{1}'; {2}"),
        RenterHasState = NothingIsEmitted("PG0011", "Renter has state of its own",
            "'{0}' declares {1}; a renter may have methods, computed properties and static members of its own, but the generator declares its fields");

    // The element
    public static readonly DiagnosticDescriptor
        ElementCannotBePooled = NothingIsEmitted("PG0007", "Element type cannot be pooled",
            "'{0}' cannot be the element type of '{1}': {2}"),
        ElementIsLessAccessible = NothingIsEmitted("PG0014", "Element type is less accessible than the renter",
            "'{0}' is less accessible than '{1}', whose members expose it; make '{1}' as private as its element, or the element more accessible"),
        TypeParameterIsUnknown = NothingIsEmitted("PG0019", "Type parameter is unknown",
            "'{0}' is not a type parameter of '{1}' or of a type that contains it; {2}"),
        ElementIsATypeParameter = MembersAreEmitted("PG0020", "Element type is a type parameter",
            "C# does not allow '{0}' in an attribute; {1}");

    // Lengths
    public static readonly DiagnosticDescriptor
        MaxLengthIsMissing = MembersAreEmitted("PG0003", "MaxLength is missing",
            "'{0}' needs a MaxLength: write [{1}(MaxLength = …)] here, or set it for the assembly with [assembly: PooledBufferDefaults(MaxLength = …)]"),
        MaxLengthIsOutOfRange = MembersAreEmitted("PG0004", "MaxLength is out of range",
            "The MaxLength of '{0}' is {1}; it must be 1 to {2}, the length of the longest array"),
        MinLengthIsInvalid = MembersAreEmitted("PG0005", "MinLength is invalid",
            "The MinLength of '{0}' is {1}; it must be {2}"),
        LengthHasSizeClasses = MembersAreEmitted("PG0021", "Length has size classes",
            "'{0}' has a Length and a {1}: a pool of one length has no size classes; set Length alone, or MaxLength without Length"),
        LengthIsOutOfRange = MembersAreEmitted("PG0022", "Length is out of range",
            "The Length of '{0}' is {1}; it must be 1 to {2}"),
        ClassesPerDoublingIsInvalid = MembersAreEmitted("PG0023", "ClassesPerDoubling is invalid",
            "The ClassesPerDoubling of '{0}' is {1}; it must be 1, 2 or 4");

    // What the pool retains, and its policies
    public static readonly DiagnosticDescriptor
        ThreadDepthIsOutOfRange = MembersAreEmitted("PG0006", "ThreadDepth is out of range",
            "The ThreadDepth of '{0}' is {1}; it must be 1 to {2}"),
        PolicyIsUndefined = MembersAreEmitted("PG0015", "Policy is undefined",
            "The {0} policy of '{1}' is {2}, which is not a value of {3}; use one of {4}"),
        MaxRetainedBytesIsNegative = MembersAreEmitted("PG0016", "MaxRetainedBytes is negative",
            "The MaxRetainedBytes of '{0}' is {1}; it must be 0 or more");

    // Storage
    public static readonly DiagnosticDescriptor
        StorageIsUndefined = MembersAreEmitted("PG0024", "Storage is undefined",
            "The Storage of '{0}' is {1}, which is not a value of BufferStorage; use one of {2}"),
        StoredElementHoldsReferences = MembersAreEmitted("PG0025", "Stored element holds references",
            "The Storage of '{0}' is {1}, but its element '{2}' holds references; leave Storage out, or name an element without references"),
        AlignmentIsInvalid = MembersAreEmitted("PG0026", "Alignment is invalid",
            "The Alignment of '{0}' is {1}; it must be a power of two from 16 to 4096, or 0 for none"),
        AlignmentLacksPinnedStorage = MembersAreEmitted("PG0027", "Alignment lacks pinned storage",
            "'{0}' has an Alignment of {1}, but the garbage collector moves its arrays; add Storage = BufferStorage.Pinned or BufferStorage.Native"),
        StorageIsNotSupported = MembersAreEmitted("PG0028", "Storage is not supported",
            "'{0}' has {1}, which the PooledGen of this target does not support; it needs .NET 8 or later"),
        NativeBufferIsTooLarge = MembersAreEmitted("PG0029", "Native buffer is too large",
            "A buffer of '{0}' with {1} elements has at least {2} bytes; a native one has at most 2147483648 (2 GB)");

    // The generator emits the renter. It is reported only beside no error.
    public static readonly DiagnosticDescriptor ElementIsEmpty = Warning("PG0018", "Element is empty",
        "'{0}' is the element of its own buffers, and it has no fields; to make it a buffer of another type, name that type: [PooledBuffer<byte>(…)]");

    /// <summary>All rules, in the order of their ids.</summary>
    public static ImmutableArray<DiagnosticDescriptor> All { get; } = s_all.OrderBy(static rule => rule.Id, StringComparer.Ordinal).ToImmutableArray();

    /// <summary>Whether the generator emits the members although the rule with this id is broken.</summary>
    public static bool KeepsTheMembers(string id) => s_keepTheMembers.Contains(id);

    /// <summary>A diagnostic of a rule.</summary>
    public static Diagnostic At(this DiagnosticDescriptor rule, Location location, params object?[] arguments) => Diagnostic.Create(rule, location, arguments);

    private static DiagnosticDescriptor NothingIsEmitted(string id, string title, string message) => Add(Descriptors.Definition(id, title, message));

    private static DiagnosticDescriptor MembersAreEmitted(string id, string title, string message)
    {
        s_keepTheMembers.Add(id);
        return Add(Descriptors.Definition(id, title, message));
    }

    private static DiagnosticDescriptor Warning(string id, string title, string message)
        => Add(Descriptors.DefinitionWarning(id, title, message));

    private static DiagnosticDescriptor Add(DiagnosticDescriptor rule)
    {
        s_all.Add(rule);
        return rule;
    }
}
