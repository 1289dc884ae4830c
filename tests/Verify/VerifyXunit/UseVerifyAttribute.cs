using System.Reflection;
using Xunit.Sdk;

namespace VerifyXunit;

/// <summary>Lets <see cref="Verifier"/> know which test of the assembly runs.</summary>
[AttributeUsage(AttributeTargets.Assembly)]
public sealed class UseVerifyAttribute : BeforeAfterTestAttribute
{
    private static readonly AsyncLocal<MethodInfo?> s_test = new();

    internal static MethodInfo Test
        => s_test.Value ?? throw new InvalidOperationException("Verify runs in a test of an assembly with the attribute UseVerify only.");

    /// <inheritdoc />
    public override void Before(MethodInfo methodUnderTest) => s_test.Value = methodUnderTest;

    /// <inheritdoc />
    public override void After(MethodInfo methodUnderTest) => s_test.Value = null;
}
