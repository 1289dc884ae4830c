namespace PooledGen.PoolCheck;

/// <summary>
/// The line to change: the nearest frame of the call that was wrong, and the first one outside of its type. A list type that rents for its callers has one
/// nearest frame, and the callers tell its mistakes apart. Two places are equal if their kinds, methods and lines are. Immutable.
/// </summary>
internal sealed class Place : IEquatable<Place>
{
    // Whether the wrong call is a return without a stack, so that only the rent is known.
    private readonly bool _isOfTheRent;

    /// <summary>The place of a finding by its own stacks.</summary>
    public Place(Finding finding)
        : this(finding.Kind, finding.WrongCall, isOfTheRent: finding.IsAfterReturn && finding.WrongCall == finding.Rented)
    {
    }

    /// <summary>The place of arrays that were not returned.</summary>
    public Place(PlaceRents place) => (Kind, Nearest, Caller) = (ArrayPoolMisuseKind.NotReturned, place.Nearest, place.Caller);

    private Place(ArrayPoolMisuseKind kind, Call? call, bool isOfTheRent)
    {
        (Kind, _isOfTheRent) = (kind, isOfTheRent);
        (Nearest, Caller) = Frame.PlaceIn(call?.Frames ?? []);
    }

    private Place(Place place)
        => (Kind, _isOfTheRent, Nearest, Caller) = (place.Kind, place._isOfTheRent, place.Nearest, place.Nearest);

    public ArrayPoolMisuseKind Kind { get; }

    /// <summary>The nearest frame of own code, or of any code if there is no own; null if there is no stack.</summary>
    public Frame? Nearest { get; }

    /// <summary>The first frame of own code outside of the nearest frame's type; <see cref="Nearest"/> if there is none, or if callers do not matter.</summary>
    public Frame? Caller { get; }

    /// <summary>
    /// The frame whose code has to be changed. Of an array that an object rents or returns for the code that created it, that is <see cref="Caller"/>, which
    /// has not disposed the object or did so too early. A library that loses an array in a method which a test calls stays responsible for it, and an object
    /// that returns its array twice, too.
    /// </summary>
    public Frame? Responsible
        => Kind is ArrayPoolMisuseKind.NotReturned or ArrayPoolMisuseKind.UseAfterReturn && Nearest is { IsDisposable: true } ? Caller : Nearest;

    /// <summary>Identifies the place as long as its methods keep their names: the kind, the assemblies and the methods, without parameters and lines.</summary>
    public string Key => $"{ArrayMisuse.Of(Kind).Id} {(_isOfTheRent ? "rented by " : "")}{KeyOf(Nearest)} < {KeyOf(Caller)}";

    /// <summary>The place of the rent of an array that was used after its return.</summary>
    public static Place OfRent(Finding finding) => new(finding.Kind, finding.Rented, isOfTheRent: true);

    /// <summary>The same for all callers of the type.</summary>
    public Place ForAllCallers() => new(this);

    public bool Equals(Place? other) => other is not null && (other.Key, other.Nearest?.Method, other.Nearest?.Line) == (Key, Nearest?.Method, Nearest?.Line);

    public override bool Equals(object? obj) => Equals(obj as Place);

    public override int GetHashCode() => HashCode.Combine(Key, Nearest?.Line);

    private static string KeyOf(Frame? frame) => frame is null ? "unknown" : $"{frame.Assembly}!{frame.Method.Split('(')[0]}";
}
