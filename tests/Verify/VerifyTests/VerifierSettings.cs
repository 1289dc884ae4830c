namespace VerifyTests;

/// <summary>How every test is verified. A module initializer sets it.</summary>
public static class VerifierSettings
{
    private static readonly Dictionary<Type, Func<object, IEnumerable<Target>>> s_converters = [];

    internal static bool Accepts { get; private set; }

    /// <summary>Writes what the tests give to the verified files.</summary>
    public static void AutoVerify() => Accepts = true;

    internal static void RegisterFileConverter<T>(Func<T, IEnumerable<Target>> convert) => s_converters.Add(typeof(T), target => convert((T)target));

    internal static IEnumerable<Target> Convert(object? target)
    {
        if (target is string text)
            return [new Target("txt", text)];

        Func<object, IEnumerable<Target>>? convert = s_converters.FirstOrDefault(one => one.Key.IsInstanceOfType(target)).Value;
        return convert is not null
            ? convert(target!)
            : throw new NotSupportedException($"The stand-in for Verify cannot convert {target?.GetType().ToString() ?? "null"}: pass a string or targets.");
    }
}
