using System.Diagnostics.Tracing;

namespace PooledGen.Runtime.Tests.Lifetime;

/// <summary>A setting is a number, in digits. Anything else is ignored, and an event says so.</summary>
public sealed class SettingsTests : IDisposable
{
    private const string Name = "PooledGen.Tests.Setting", Variable = "POOLEDGEN_TESTS_SETTING";

    public void Dispose()
    {
        AppContext.SetData(Name, null);
        Environment.SetEnvironmentVariable(Variable, null);
    }

    [Fact]
    public void TheBudgetOfTheProcess_IsThatOfTheRuntimeConfiguration() => Assert.Equal(50_000_000, PooledBuffers.MaxRetainedBytes);

    [Fact]
    public void ThePeriod_OfTheTestProjects_IsZero() => Assert.Equal(TimeSpan.Zero, Settings.TrimPeriod);

    [Fact]
    public void ThePeriod_ThatIsNotSet_IsTenSeconds()
    {
        const string Period = "PooledGen.TrimPeriodSeconds";
        object? configured = AppContext.GetData(Period);
        AppContext.SetData(Period, null);
        try
        {
            Assert.Equal(TimeSpan.FromSeconds(10), Settings.TrimPeriod);
        }
        finally
        {
            AppContext.SetData(Period, configured);
        }
    }

    [Theory]
    [InlineData("0", 0L)]
    [InlineData("1", 1L)]
    [InlineData("0001", 1L)]
    [InlineData("1000", 1000L)]
    public void ANumberInDigits_IsRead(string text, long number)
    {
        using var listener = new SettingListener();

        AppContext.SetData(Name, text);
        Assert.Equal(number, Settings.Read(Name, Variable, max: 1000));
        Dispose();
        Environment.SetEnvironmentVariable(Variable, text);
        Assert.Equal(number, Settings.Read(Name, Variable, max: 1000));

        Assert.Empty(listener.Ignored);
    }

    [Theory]
    [InlineData("")]
    [InlineData(" ")]
    [InlineData(" 1")]
    [InlineData("1 ")]
    [InlineData("-1")]
    [InlineData("+1")]
    [InlineData("1,000")]
    [InlineData("1.0")]
    [InlineData("1e3")]
    [InlineData("0x10")]
    [InlineData("64MB")]
    [InlineData("٣")]                     // a digit elsewhere
    [InlineData("1001")]                  // above the maximum
    [InlineData("9223372036854775808")]   // above every number
    public void AnythingElse_IsIgnoredWithOneEvent(string text)
    {
        using var listener = new SettingListener();

        AppContext.SetData(Name, text);

        Assert.Null(Settings.Read(Name, Variable, max: 1000));
        Assert.Empty(listener.Ignored);

        Rent();
        Assert.Equal((Name, text), Assert.Single(listener.Ignored));
    }

    [Fact]
    public void ANumberThatAProgramSets_IsReadToo()
    {
        AppContext.SetData(Name, 123L);

        Assert.Equal(123, Settings.Read(Name, Variable, max: 1000));
    }

    [Fact]
    public void TheEnvironment_ComesBeforeTheConfiguration()
    {
        AppContext.SetData(Name, "1");
        Environment.SetEnvironmentVariable(Variable, "2");

        Assert.Equal(2, Settings.Read(Name, Variable, max: 1000));
    }

    [Fact]
    public void AnIgnoredVariable_LeavesTheConfigurationInForce()
    {
        using var listener = new SettingListener();
        AppContext.SetData(Name, "1");
        Environment.SetEnvironmentVariable(Variable, "two");

        Assert.Equal(1, Settings.Read(Name, Variable, max: 1000));
        Settings.ReportIgnored(PoolEvents.Source.SettingIgnored);
        Assert.Equal((Variable, "two"), Assert.Single(listener.Ignored));
    }

    [Theory]
    [InlineData("")]
    [InlineData("yes")]
    [InlineData("2")]
    public void ASwitchThatIsNeitherOnNorOff_IsIgnoredWithOneEvent(string text)
    {
        using var listener = new SettingListener();
        AppContext.SetSwitch(Name, true);
        Environment.SetEnvironmentVariable(Variable, text);

        Assert.True(Settings.ReadSwitch(Name, Variable));
        Settings.ReportIgnored(PoolEvents.Source.SettingIgnored);
        Assert.Equal((Variable, text), Assert.Single(listener.Ignored));
    }

    [Fact]
    public void WhatIsNotSet_IsNull()
    {
        using var listener = new SettingListener();

        Assert.Null(Settings.Read(Name, Variable, max: 1000));
        Settings.ReportIgnored(PoolEvents.Source.SettingIgnored);
        Assert.Empty(listener.Ignored);
    }

    // With a pool of its own, which retains nothing: other tests count what all pools do.
    private static void Rent() => new TestPool(new TrimScheduler(TimerSource.System, TimeSpan.Zero, maxRetainedBytes: 0)).Use(10);

    private sealed class SettingListener : EventListener
    {
        public SettingListener() => EnableEvents(PoolEvents.Source, EventLevel.Warning);

        public List<(string Name, string Value)> Ignored { get; } = [];

        protected override void OnEventWritten(EventWrittenEventArgs written)
        {
            if (written.EventName == "SettingIgnored")
                Ignored.Add(((string)written.Payload![0]!, (string)written.Payload[1]!));
        }
    }
}
