namespace VerifyTests;

/// <summary>A verification that begins when it is awaited, so that settings can still be added.</summary>
public class SettingsTask(VerifySettings? settings, Func<VerifySettings, Task> buildTask)
{
    private Task? _task;

    /// <summary>What the verification uses.</summary>
    public VerifySettings CurrentSettings { get; } = settings ?? new();

    /// <inheritdoc cref="ToTask" />
    public static implicit operator Task(SettingsTask settingsTask) => settingsTask.ToTask();

    /// <inheritdoc cref="VerifySettings.AutoVerify" />
    public SettingsTask AutoVerify()
    {
        CurrentSettings.AutoVerify();
        return this;
    }

    /// <inheritdoc cref="VerifySettings.UseParameters" />
    public SettingsTask UseParameters(params object?[] parameters)
    {
        CurrentSettings.UseParameters(parameters);
        return this;
    }

    /// <summary>Begins the verification.</summary>
    public Task ToTask() => _task ??= buildTask(CurrentSettings);
}
