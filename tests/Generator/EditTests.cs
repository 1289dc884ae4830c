using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Testing;
using static Microsoft.CodeAnalysis.IncrementalStepRunReason;

namespace PooledGen.Generator.Tests;

/// <summary>The edit table: what each edit costs. Cached: not looked at; Unchanged: looked at, with an equal result.</summary>
public class EditTests
{
    private static readonly GeneratedConsumer s_before = new Consumer("""
        using PooledGen;

        namespace App
        {
            [PooledBuffer<byte>(MaxLength = 64)]
            public partial struct PacketBuffer
            {
            }
        }
        """)
    {
        OtherSources = ["[assembly: PooledGen.PooledBufferDefaults(MaxBuffersPerThread = 4)]", "public class Unrelated { }"],
    }.Generate();

    [Fact]
    public void Edit_None_LooksAtNothing()
        => AssertCost(s_before.Sources, [Cached], [Cached]);

    [Fact]
    public void Edit_ThatAddsAFile_ComputesNoText()
        => AssertCost(s_before.Sources.AddSyntaxTrees(Parse("class New { }")), [Cached], [Cached]);

    [Fact]
    public void Edit_OfAnUnrelatedFile_ComputesNoText()
        => AssertCost(Edit("class Unrelated", "class Renamed"), [Cached], [Cached]);

    [Fact]
    public void Edit_OfAComment_ComputesNoText()
        => AssertCost(Edit("struct PacketBuffer", "struct /* the wire format */ PacketBuffer"), [Cached], [Cached]);

    [Fact]
    public void Edit_OfTheLinesAbove_ComputesNoText()
        => AssertCost(Edit("namespace App", "\n\nnamespace App"), [Cached], [Cached]);

    [Fact]
    public void Edit_ThatAddsAMember_ComputesNoText()
        => AssertCost(Edit("PacketBuffer", "PacketBuffer { public byte First => this[0]; } partial struct Next"), [Cached], [Cached]);

    [Fact]
    public void Edit_OfAnArgumentsSpelling_ComputesNoText()
        => AssertCost(Edit("MaxLength = 64", "MaxLength = 0x40"), [Cached], [Cached]);

    [Fact]
    public void Edit_ThatAddsASecondType_ComputesThatFileAlone()
        => AssertCost(
            Edit("public class Unrelated", "[PooledGen.PooledBuffer<int>(MaxLength = 8)] partial struct Second { } class Unrelated"),
            [Cached, New],
            [Cached, New]);

    [Fact]
    public void Edit_OfAnArgument_ComputesTheFile()
        => AssertCost(Edit("MaxLength = 64", "MaxLength = 65"), [Modified], [Modified]);

    [Fact]
    public void Edit_OfTheTypesName_ComputesTheFile()
        => AssertCost(Edit("struct PacketBuffer", "struct FrameBuffer"), [Modified], [Modified]);

    [Fact]
    public void Edit_OfTheAssemblysDefault_ComputesTheFile()
        => AssertCost(Edit("MaxBuffersPerThread = 4", "MaxBuffersPerThread = 5"), [Modified], [Modified]);

    [Fact]
    public void Edit_OfADefaultThatTheTypeOverrides_ComputesNoText()
        => AssertCost(Edit("MaxBuffersPerThread = 4", "MaxBuffersPerThread = 4, MaxLength = 32"), [Cached], [Cached]);

    [Fact]
    public void Edit_ThatBreaksARule_RemovesTheFile()
        => AssertCost(Edit("partial struct PacketBuffer", "struct PacketBuffer"), [Removed], [Removed]);

    [Fact]
    public void Edit_ThatGivesAnOptionAWrongValue_ComputesTheFile()
        => AssertCost(Edit("MaxLength = 64", "MaxLength = 0"), [Modified], [Modified]);

    [Fact]
    public void Edit_ThatRemovesTheAttribute_RemovesTheFile()
        => AssertCost(Edit("[PooledBuffer<byte>(MaxLength = 64)]", ""), [Removed], [Removed]);

    private static void AssertCost(Compilation after, IncrementalStepRunReason[] models, IncrementalStepRunReason[] files)
    {
        PipelineRun run = new PipelineRun(s_before.Driver).Next(after);

        Assert.Equal(models, run.Models);
        Assert.Equal(files, run.Files);
    }

    private static CSharpCompilation Edit(string text, string replacement)
    {
        SyntaxTree before = s_before.Sources.SyntaxTrees.Single(tree => tree.ToString().Contains(text, StringComparison.Ordinal));
        SyntaxTree after = before.WithChangedText(SourceText.From(before.ToString().Replace(text, replacement, StringComparison.Ordinal)));
        return s_before.Sources.ReplaceSyntaxTree(before, after);
    }

    private static SyntaxTree Parse(string source) => CSharpSyntaxTree.ParseText(source, (CSharpParseOptions)s_before.Sources.SyntaxTrees[0].Options);
}
