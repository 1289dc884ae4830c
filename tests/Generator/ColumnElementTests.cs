using Microsoft.CodeAnalysis;
using PooledGen.Testing;

namespace PooledGen.Generator.Tests;

/// <summary>What the elements of columns mean for the emitted file.</summary>
public class ColumnElementTests
{
    [Theory]
    [InlineData("Old", "Old", "CS0612, CS0618")]
    [InlineData("Old", "Preview", "CS0612, CS0618, PREVIEW1")]
    [InlineData("Preview", "float", "PREVIEW1")]
    public void Elements_OfWhichTheCompilerWarns_AreNotWarnedOfAgain(string first, string second, string ids)
    {
        GeneratedConsumer generated = new Consumer($$"""
            using System;
            using PooledGen;

            #pragma warning disable CS0612, CS0618, PREVIEW1
            [PooledColumns(MaxLength = 64)]
            public partial struct Columns
            {
                public partial Span<{{first}}> A { get; }

                public partial Span<{{second}}> B { get; }
            }
            #pragma warning restore

            [Obsolete("Use another one.")]
            public struct Old;

            [System.Diagnostics.CodeAnalysis.Experimental("PREVIEW1")]
            public struct Preview;
            """).Generate();

        Assert.Empty(generated.Errors);
        Assert.Contains($"#pragma warning disable {ids} //", generated.Files["Columns.g.cs"], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("[Obsolete] public partial Span<float> A { get; }", "CS0612, CS0618")]
    [InlineData("[Obsolete(\"Use B.\")] public partial Span<float> A { get; }", "CS0612, CS0618")]
    [InlineData("public partial Span<float> A { [Obsolete] get; }", "CS0612, CS0618")]
    [InlineData("[System.Diagnostics.CodeAnalysis.Experimental(\"PREVIEW1\")] public partial Span<float> A { get; }", "PREVIEW1")]
    [InlineData("struct Layout { [Obsolete] public float A; }", "CS0612, CS0618")]
    [InlineData("[Obsolete] struct Layout { public float A; }", "CS0612, CS0618")]
    public void Column_ThatIsObsolete_GivesNoWarningInTheEmittedFile(string column, string ids)
    {
        GeneratedConsumer generated = new Consumer($$"""
            using System;
            using PooledGen;

            [PooledColumns(MaxLength = 64)]
            public partial struct Columns
            {
                {{column}}
                public partial Span<int> B { get; }
            }
            """).Generate();

        Assert.Empty(generated.Errors);
        Assert.Contains($"#pragma warning disable {ids} //", generated.Files["Columns.g.cs"], StringComparison.Ordinal);
        Assert.DoesNotContain(generated.Compilation.GetDiagnostics(), static diagnostic => diagnostic.Severity == DiagnosticSeverity.Warning);
    }
}
