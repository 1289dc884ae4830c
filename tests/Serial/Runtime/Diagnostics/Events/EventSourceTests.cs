using System.Diagnostics.Tracing;
using System.Reflection;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Diagnostics;

/// <summary>A reader of the framework's pool events can read ours.</summary>
[Collection(ProcessWide.Name)]
public class EventSourceTests
{
    private static readonly Type s_framework = typeof(object).Assembly.GetType("System.Buffers.ArrayPoolEventSource", throwOnError: true)!;

    [Fact]
    public void Events_TheFrameworkHasToo_AreTheSame()
    {
        string[] theirs = [.. Events(s_framework)];

        Assert.Equal(6, theirs.Length);
        Assert.Equal(theirs, Events(typeof(PoolEventSource)).Take(6));
    }

    [Theory]
    [InlineData(nameof(PoolEventSource.BufferAllocatedReason))]
    [InlineData(nameof(PoolEventSource.BufferDroppedReason))]
    public void Reasons_AreTheFrameworks(string reason)
        => Assert.Equal(Values(s_framework, reason), Values(typeof(PoolEventSource), reason));

    [Fact]
    public void OwnEvents_HaveTheirNumbersForGood() => Assert.Equal(
        [
            "7 MisuseFound Warning (String poolName, String kind, String what)",
            "8 BufferEvicted Informational (String poolName, Int64 bytes, Int64 maxRetainedBytes)",
            "9 SettingIgnored Warning (String name, String value, String reason)",
            "10 PoolCreated Informational (Int32 poolId, String poolName, String element, Int64 rents, Int64 misses, Int64 oversize, Int64 trimmed, "
                + "Int64 dropped, Int64 evicted, Int64 misuse, Int64 inUse)",
            "11 NestedWaitFound Warning (String budgetName, String what)",
        ],
        Events(typeof(PoolEventSource)).Skip(6));

    [Fact]
    public void Identifier_IsThatOfTheName() => Assert.Equal(EventSource.GetGuid(typeof(SameName)), EventSource.GetGuid(typeof(PoolEventSource)));

    [EventSource(Name = "PooledGen")]
    private sealed class SameName : EventSource;

    [Fact]
    public void Manifest_IsValid()
    {
        const EventManifestOptions Options = EventManifestOptions.Strict | EventManifestOptions.AllowEventSourceOverride;
        Assert.NotNull(EventSource.GenerateManifest(typeof(PoolEventSource), "PooledGen.dll", Options));
    }

    [Fact]
    public void Payloads_ArriveAsTheyWereGiven()
    {
        using var listener = new Listener(EventLevel.Verbose);

        PoolEventSource log = PoolEvents.Source;
        log.BufferDropped(1, 2, 3, 4, PoolEventSource.BufferDroppedReason.OverMaximumSize);
        log.MisuseFound("pool", "kind", "what");
        log.NestedWaitFound("budget", "");
        log.BufferEvicted("pool", long.MaxValue, -1);
        log.SettingIgnored("name", "ä value", "reason");

        Assert.Equal(
            [
                "BufferDropped 1, 2, 3, 4, 1", // listeners in the process get a reason as its number
                "MisuseFound pool, kind, what",
                "NestedWaitFound budget, ",
                "BufferEvicted pool, 9223372036854775807, -1",
                "SettingIgnored name, ä value, reason",
            ],
            listener.Events.Where(line => !line.StartsWith("PoolCreated", StringComparison.Ordinal)));
    }

    private static IEnumerable<string> Events(Type source) =>
        from method in source.GetMethods(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly)
        let attribute = method.GetCustomAttribute<EventAttribute>()
        where attribute is not null
        orderby attribute.EventId
        let parameters = method.GetParameters().Select(parameter => $"{parameter.ParameterType.Name} {parameter.Name}")
        select $"{attribute.EventId} {method.Name} {attribute.Level} ({string.Join(", ", parameters)})";

    private static IEnumerable<string> Values(Type source, string reason)
        => Enum.GetValues(source.GetNestedType(reason, BindingFlags.NonPublic)!).Cast<object>().Select(value => $"{value} = {(int)value}");
}
