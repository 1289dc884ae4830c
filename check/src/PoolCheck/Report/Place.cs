namespace PooledGen.PoolCheck;

/// <summary>
/// Where a mistake was made: the nearest frame, and the first one outside of its type. A list type that rents for its callers has one nearest frame, and the
/// callers tell its mistakes apart. A use after the return has a line of its own, so all ways to that line are one place. Two places are equal if their kinds,
/// methods and lines are.
/// </summary>
internal sealed class Place : IEquatable<Place>
{
    public Place(Finding finding)
    {
        Kind = finding.Kind;

        // The line of a late write is not known. One that goes on after several returns is one mistake, so the rent says where it is.
        bool isOfTheRent = Kind is ArrayPoolMisuseKind.NotReturned or ArrayPoolMisuseKind.WriteAfterReturn;
        Call = (isOfTheRent ? finding.Rented : finding.Used ?? finding.Again ?? finding.Returned)
            ?? finding.Rented ?? finding.Returned;
        (Nearest, Caller) = Frame.PlaceIn(Call?.Frames ?? []);
    }

    /// <summary>The place of arrays that were not returned.</summary>
    public Place(PlaceRents place) => (Kind, Nearest, Caller) = (ArrayPoolMisuseKind.NotReturned, place.Nearest, place.Caller);

    public ArrayPoolMisuseKind Kind { get; }

    /// <summary>The call that shows the mistake; null if there is no stack.</summary>
    public Call? Call { get; }

    /// <summary>The nearest frame of own code, or of any code if there is no own; null if there is no stack.</summary>
    public Frame? Nearest { get; }

    /// <summary>The first frame of own code outside of the nearest frame's type; <see cref="Nearest"/> if there is none.</summary>
    public Frame? Caller { get; }

    /// <summary>
    /// The frame whose code has to return the array: if an object rented it that has to be disposed, that is <see cref="Caller"/>. A library that loses an
    /// array in a method which a test calls stays responsible for it.
    /// </summary>
    public Frame? Responsible => Nearest is { IsDisposable: true } ? Caller : Nearest;

    /// <summary>Identifies the place as long as its methods keep their names: the kind, the assemblies and the methods, without parameters and lines.</summary>
    public string Key => $"{ArrayMisuse.Of(Kind).Id} {KeyOf(Nearest)}{(Kind == ArrayPoolMisuseKind.UseAfterReturn ? "" : $" < {KeyOf(Caller)}")}";

    public bool Equals(Place? other) => other is not null && (other.Key, other.Nearest?.Method, other.Nearest?.Line) == (Key, Nearest?.Method, Nearest?.Line);

    public override bool Equals(object? obj) => Equals(obj as Place);

    public override int GetHashCode() => HashCode.Combine(Key, Nearest?.Line);

    private static string KeyOf(Frame? frame) => frame is null ? "unknown" : $"{frame.Assembly}!{frame.Method.Split('(')[0]}";
}
