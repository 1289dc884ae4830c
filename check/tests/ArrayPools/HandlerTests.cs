using System.Buffers;
using System.Collections.Concurrent;
using System.Diagnostics.Tracing;
using System.Runtime.CompilerServices;

namespace PooledGen.ArrayPools.Tests;

/// <summary>Handlers of the program that rent inside of a check, and on its threads: a check misses none of their rents, and judges none wrongly.</summary>
public class HandlerTests
{
    private readonly ConcurrentQueue<long[]> _records = new();

    /// <summary>The listener is called for the arrays that the check moves, too, in the middle of its work.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Listener_ThatRentsAtEachEvent_IsRecorded(bool poison)
    {
        using ArrayPoolCheck check = ArrayPoolCheck.Start(poison, typeof(HandlerTests).Assembly);
        using (new RentingListener(RentRecord))
        {
            for (int i = 0; i < 100; i++)
            {
                int[] array = ArrayPool<int>.Shared.Rent(1000);
                ArrayPool<int>.Shared.Return(array);
                ReturnRecords();
            }
        }

        ReturnRecords();
        check.Verify();
        Assert.DoesNotContain(check.Notes, IsOfAnUnknownArray);
    }

    /// <summary>It rents and returns the very array that the check gives to the pool.</summary>
    [Fact]
    public void Listener_ThatRentsTheArrayOfTheEvent_IsRecorded()
    {
        using ArrayPoolCheck check = ArrayPoolCheck.Start(poison: true, typeof(HandlerTests).Assembly);
        bool isNested = false;
        using (new RentingListener(RentTheSame))
        {
            for (int i = 0; i < 200; i++)
                ArrayPool<int>.Shared.Return(ArrayPool<int>.Shared.Rent(1000));
        }

        check.Verify();

        void RentTheSame()
        {
            if (isNested)
                return;

            isNested = true;
            ArrayPool<int>.Shared.Return(ArrayPool<int>.Shared.Rent(1000));
            isNested = false;
        }
    }

    [Fact]
    public void Listener_ThatLosesAnArrayAtEachEvent_IsFound()
    {
        ArrayPoolCheck check = ArrayPoolCheck.Start(poison: true, typeof(HandlerTests).Assembly);
        using (new RentingListener(RentRecord))
            ArrayPool<int>.Shared.Return(ArrayPool<int>.Shared.Rent(1000));

        ArrayPoolMisuse[] findings = [.. Assert.Throws<ArrayPoolMisuseException>(check.Dispose).Findings];
        Assert.Equal(_records.Count, findings.Length);
        Assert.All(findings, static finding => Assert.Contains(nameof(RentRecord), finding.Rented!.Stack.Split('\n')[0], StringComparison.Ordinal));
    }

    /// <summary>The check does not know whose the array is.</summary>
    [Fact]
    public void Rent_OnAThreadOfACheck_IsRecordedAndNotJudged()
    {
        using ArrayPoolCheck check = ArrayPoolCheck.Start(typeof(HandlerTests).Assembly);
        using (ArrayPoolEvents.BelongToACheck())
        {
            RentRecord();
            RentRecord();
        }

        Assert.True(_records.TryDequeue(out long[]? record));
        ArrayPool<long>.Shared.Return(record);
        check.Verify();
        Assert.DoesNotContain(check.Notes, IsOfAnUnknownArray);
    }

    private static bool IsOfAnUnknownArray(ArrayPoolNote note)
        => note.Kind == ArrayPoolNoteKind.UnknownArrayReturned && note.Caller?.Contains(nameof(HandlerTests), StringComparison.Ordinal) == true;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void RentRecord() => _records.Enqueue(ArrayPool<long>.Shared.Rent(100));

    private void ReturnRecords()
    {
        while (_records.TryDequeue(out long[]? record))
            ArrayPool<long>.Shared.Return(record);
    }

    /// <summary>A listener of the program, which rents for each event of its test's pool.</summary>
    private sealed class RentingListener(Action rent) : EventListener
    {
        private readonly int _pool = ArrayPool<int>.Shared.GetHashCode();

        protected override void OnEventSourceCreated(EventSource source)
        {
            if (source.Name == ArrayPoolEvents.Source)
                EnableEvents(source, EventLevel.Verbose);
        }

        protected override void OnEventWritten(EventWrittenEventArgs eventData)
        {
            if (eventData.Payload is [_, _, int pool, ..] && pool == _pool)
                rent();
        }
    }
}
