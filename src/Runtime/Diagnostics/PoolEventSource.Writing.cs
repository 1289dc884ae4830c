using System.Diagnostics.CodeAnalysis;
using System.Diagnostics.Tracing;

namespace PooledGen;

/// <summary>Writes payloads without boxing. All events pass through one method.</summary>
internal sealed partial class PoolEventSource
{
    // Whether this thread is in a listener's callback already. A listener that rents there would be called back without end.
    [ThreadStatic]
    private static bool t_isWriting;

    [NonEvent]
    private unsafe void Write(int eventId, params ReadOnlySpan<int> numbers)
    {
        EventData* payload = stackalloc EventData[numbers.Length];
        fixed (int* first = numbers)
        {
            for (int i = 0; i < numbers.Length; i++)
                payload[i] = Data(first + i, sizeof(int));

            Write(eventId, payload, numbers.Length);
        }
    }

    [NonEvent]
    private unsafe void Write(int eventId, string first, string second)
    {
        fixed (char* firstStart = first, secondStart = second)
        {
            EventData* payload = stackalloc EventData[] { Text(firstStart, first), Text(secondStart, second) };
            Write(eventId, payload, 2);
        }
    }

    [NonEvent]
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "Every payload is a number or a string.")]
    private unsafe void Write(int eventId, EventData* payload, int count)
    {
        if (t_isWriting)
            return;

        t_isWriting = true;
        try
        {
            WriteEventCore(eventId, count, payload);
        }
        finally
        {
            t_isWriting = false;
        }
    }

    private static unsafe EventData Data(void* start, int size) => new() { DataPointer = (IntPtr)start, Size = size };

    // The size includes the zero at the end, which a string has in memory.
    private static unsafe EventData Text(char* start, string text) => Data(start, (text.Length + 1) * sizeof(char));
}
