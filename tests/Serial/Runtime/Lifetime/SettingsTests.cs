using System.Diagnostics.Tracing;

namespace PooledGen.Runtime.Tests.Lifetime;

/// <summary>A setting is a number, in digits, or a switch. Anything else is ignored, and each listener that attaches hears of it.</summary>
public sealed class SettingsTests : IDisposable
{
    public const string Name = "PooledGen.Tests.Setting", Variable = "POOLEDGEN_TESTS_SETTING";

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
        int before = Settings.Ignored.Count;

        AppContext.SetData(Name, text);
        Assert.Equal(number, Settings.Read(Name, Variable, max: 1000));
        Dispose();
        Environment.SetEnvironmentVariable(Variable, text);
        Assert.Equal(number, Settings.Read(Name, Variable, max: 1000));

        Assert.Equal(before, Settings.Ignored.Count);
    }

    /// <summary>Who wants no limit may write it, and the text about an ignored setting names it as the last one that is right.</summary>
    [Theory]
    [InlineData("9223372036854775807", long.MaxValue)]
    [InlineData("9223372036854775808", null)]
    [InlineData("92233720368547758070", null)]
    public void ANumberAboutTheGreatest_IsReadIfItIsOne(string text, long? number)
    {
        AppContext.SetData(Name, text);

        Assert.Equal(number, Settings.Read(Name, Variable, max: long.MaxValue));
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
    public void AnythingElse_IsIgnored(string text)
    {
        AppContext.SetData(Name, text);

        Assert.Null(Settings.Read(Name, Variable, max: 1000));

        AssertIgnored(Name, text);
    }

    [Fact]
    public void AnIgnoredSetting_ThatIsReadTwice_IsReportedOnceToEachListenerThatAttaches()
    {
        AppContext.SetData(Name, "twice");

        Assert.Null(Settings.Read(Name, Variable, max: 1000));
        Assert.Null(Settings.Read(Name, Variable, max: 1000));

        for (int i = 0; i < 2; i++)
        {
            using var listener = new SettingListener();
            Assert.Single(listener.Ignored, static ignored => ignored == (Name, "twice"));
        }
    }

    [Fact]
    public void AListenerThatAttaches_HearsOfTheSettingsFirstAndInTheirOrder()
    {
        Rent();
        foreach (string text in (string[])["first", "second"])
        {
            AppContext.SetData(Name, text);
            Settings.Read(Name, Variable, max: 1000);
        }

        using var listener = new SettingListener(EventLevel.Informational);

        Assert.Equal([(Name, "first"), (Name, "second")], listener.Ignored.Where(static ignored => ignored.Value is "first" or "second"));
        Assert.DoesNotContain("SettingIgnored", listener.Names.SkipWhile(static name => name != "PoolCreated"));
        Assert.Contains("PoolCreated", listener.Names);
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
        AppContext.SetData(Name, "1");
        Environment.SetEnvironmentVariable(Variable, "two");

        Assert.Equal(1, Settings.Read(Name, Variable, max: 1000));
        AssertIgnored(Variable, "two");
    }

    [Theory]
    [InlineData("")]
    [InlineData("yes")]
    [InlineData("2")]
    public void ASwitchThatIsNeitherOnNorOff_IsIgnored(string text)
    {
        AppContext.SetData(Name, true);
        Environment.SetEnvironmentVariable(Variable, text);
        Assert.True(Settings.ReadSwitch(Name, Variable));
        AssertIgnored(Variable, text);

        Environment.SetEnvironmentVariable(Variable, null);
        AppContext.SetData(Name, text);
        Assert.False(Settings.ReadSwitch(Name, Variable));
        AssertIgnored(Name, text);
    }

    // An entry of runtimeconfig.json is text, whether the file has it in quotes or not; a program can set data of any type.
    [Theory]
    [InlineData("1", true)]
    [InlineData("true", true)]
    [InlineData("TRUE", true)]
    [InlineData(1, true)]
    [InlineData(true, true)]
    [InlineData("0", false)]
    [InlineData("false", false)]
    [InlineData(0, false)]
    [InlineData(false, false)]
    public void ASwitchOfTheConfiguration_TakesTheWordsOfTheEnvironment(object value, bool isOn)
    {
        int before = Settings.Ignored.Count;
        AppContext.SetData(Name, value);

        Assert.Equal(isOn, Settings.ReadSwitch(Name, Variable));
        Assert.Equal(before, Settings.Ignored.Count);
    }

    [Fact]
    public void WhatIsNotSet_IsNull()
    {
        int before = Settings.Ignored.Count;

        Assert.Null(Settings.Read(Name, Variable, max: 1000));
        Assert.False(Settings.ReadSwitch(Name, Variable));
        Assert.Equal(before, Settings.Ignored.Count);
    }

    [Fact]
    public void TheSettingsInForce_AreThoseOfThisTestProject()
    {
        AppContext.SetData(Name, "nine");
        Settings.Read(Name, Variable, max: 1000);

        Assert.Equal((TimeSpan.Zero, false), (PooledBuffers.TrimPeriod, PooledBuffers.IsCheckedMode));
        Assert.Contains(
            "PooledGen.Tests.Setting = \"nine\" is ignored. It must be a whole number from 0 to 1000: digits and nothing else.",
            PooledBuffers.IgnoredSettings);
    }

    // Other tests of this process have left ignored settings, too.
    private static void AssertIgnored(string name, string text)
    {
        using var listener = new SettingListener();
        Assert.Contains((name, text), listener.Ignored);
    }

    // With a pool of its own, which retains nothing: other tests count what all pools do.
    private static void Rent() => new TestPool(new IdleTrimmer(TimerSource.System, TimeSpan.Zero, maxRetainedBytes: 0)).Use(10);

    private sealed class SettingListener : EventListener
    {
        public SettingListener(EventLevel level = EventLevel.Warning) => EnableEvents(PoolEvents.Source, level);

        public List<(string Name, string Value)> Ignored { get; } = [];

        public List<string> Names { get; } = [];

        protected override void OnEventWritten(EventWrittenEventArgs written)
        {
            Names.Add(written.EventName!);
            if (written.EventName == "SettingIgnored")
                Ignored.Add(((string)written.Payload![0]!, (string)written.Payload[1]!));
        }
    }
}
