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

    // The options
    public static readonly DiagnosticDescriptor
        MaxLengthIsMissing = MembersAreEmitted("PG0003", "MaxLength is missing",
            "'{0}' needs a MaxLength: write [{1}(MaxLength = …)] here, or set it for the assembly with [assembly: PooledBufferDefaults(MaxLength = …)]"),
        OptionValueIsInvalid = MembersAreEmitted("PG0004", "Option value is invalid",
            "The {0} of '{1}' is {2}; it must be {3}"),
        OptionsDoNotFit = MembersAreEmitted("PG0021", "Options do not fit together",
            "'{0}' has {1}"),
        StoredElementHoldsReferences = MembersAreEmitted("PG0025", "Stored element holds references",
            "The Storage of '{0}' is {1}, but its element '{2}' holds references; leave Storage out, or name an element without references");

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
