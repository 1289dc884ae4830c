#if NET
using System.Globalization;

namespace PooledGen;

/// <summary>Finds the formatter that, in composite formatting, is asked before the value itself.</summary>
internal static class CustomFormatter
{
    // A plain culture has none, and asking it would cost a virtual call for each string.
    public static ICustomFormatter? Of(IFormatProvider? provider)
        => provider is null || provider.GetType() == typeof(CultureInfo) ? null : (ICustomFormatter?)provider.GetFormat(typeof(ICustomFormatter));
}
#endif
