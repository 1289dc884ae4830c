namespace VerifyTests;

/// <summary>How one test is verified.</summary>
public class VerifySettings
{
    internal bool Accepts { get; private set; } = VerifierSettings.Accepts;

    internal object?[] Parameters { get; private set; } = [];

    /// <summary>Writes what the test gives to the verified files.</summary>
    public void AutoVerify() => Accepts = true;

    /// <summary>Adds the arguments of a theory to the names of its files: <c>Class.Method_parameter=argument.verified.txt</c>.</summary>
    public void UseParameters(params object?[] parameters) => Parameters = parameters;
}
