using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.Rentals;

public class RenterIsHeldAcrossAwaitTests() : RentalTest("PG0114")
{
    [Theory]
    [InlineData("async Task M() { using var [|packet|] = PacketBuffer.Rent(5); await Task.Yield(); }")]
    [InlineData("""
        async Task M()
        {
            using (var [|packet|] = PacketBuffer.Rent(5))
            {
                packet.Clear();
                await Task.Yield();
            }
        }
        """)]
    [InlineData("async Task M() { using (var [|packet|] = PacketBuffer.Rent(5)) await Task.Yield(); }")]
    [InlineData("""
        async Task<int> M(Task<int> more)
        {
            using var [|packet|] = PacketBuffer.Rent(5);
            if (packet[0] == 0) { return await more; }
            return 1;
        }
        """)]
    [InlineData("async Task M() { using var [|writer|] = TextBuffer.CreateWriter(5); await Task.Yield(); }")]
    [InlineData("async Task M(IAsyncEnumerable<int> source) { using var [|packet|] = PacketBuffer.Rent(5); await foreach (int i in source) { } }")]
    [InlineData("""
        async Task M(IAsyncDisposable one)
        {
            using var [|packet|] = PacketBuffer.Rent(5);
            await using IAsyncDisposable two = one;
        }
        """)]
    [InlineData("IEnumerable<int> M() { using var [|packet|] = PacketBuffer.Rent(5); yield return 1; }")]
    [InlineData("""
        void M()
        {
            Func<Task> send = async () =>
            {
                using var [|packet|] = PacketBuffer.Rent(5);
                await Task.Yield();
            };
            send();
        }
        """)]
    [InlineData("""
        async Task M()
        {
            using var [|one|] = Particle.Buffer.Rent(5);
            using var [|two|] = PacketBuffer.Rent(5);
            await Task.Yield();
        }
        """)]
    [InlineData("""
        async Task M(int n)
        {
            switch (n)
            {
                case 1:
                    {
                        using var [|packet|] = PacketBuffer.Rent(5);
                        await Task.Yield();
                        break;
                    }
            }
        }
        """)]
    public async Task RenterWhoseBlockSuspends_IsDiagnosedAsTheCompilerDoes(string markup)
    {
        await Diagnosed(markup);
        Assert.Contains("CS4007", CompilerErrors(markup));
    }

    [Theory]
    [InlineData("PacketBuffer.Rent(5)", "PacketBuffer", "an owner")]
    [InlineData("TextBuffer.CreateWriter()", "PooledTextWriter", "what 'Pool.CreateBufferWriter' gives, a class")]
    public Task Message_NamesTheSuspensionAndWhatToHold(string rental, string type, string instead) => Diagnosed(
        $"IEnumerable<int> M() {{ using var [|packet|] = {rental}; yield return 1; }}",
        $"'packet' is a '{type}', a ref struct, which cannot be held across 'yield return'; end its block before that, or hold {instead}");

    [Theory]
    [InlineData("""
        async Task M()
        {
            using (var packet = PacketBuffer.Rent(5)) { packet.Clear(); }
            await Task.Yield();
        }
        """)]
    [InlineData("""
        async Task M(Task<int> length)
        {
            using var packet = PacketBuffer.Rent(await length);
            packet.Clear();
        }
        """)]
    [InlineData("""
        async Task M()
        {
            await Task.Yield();
            using var packet = PacketBuffer.Rent(5);
            packet.Clear();
        }
        """)]
    [InlineData("async Task M() { using var packet = PacketBuffer.RentOwner(5); await Task.Yield(); }")]
    [InlineData("""
        async Task M()
        {
            {
                using var packet = PacketBuffer.Rent(5);
                packet.Clear();
            }
            await Task.Yield();
        }
        """)]
    [InlineData("""
        void M()
        {
            using var packet = PacketBuffer.Rent(5);
            Func<Task> wait = async () => await Task.Yield();
            wait();
        }
        """)]
    [InlineData("""
        void M()
        {
            using var packet = PacketBuffer.Rent(5);
            Wait();
            static async Task Wait() => await Task.Yield();
        }
        """)]
    [InlineData("""
        IEnumerable<int> M()
        {
            using (var packet = PacketBuffer.Rent(5)) { packet.Clear(); }
            yield return 1;
        }
        """)]
    [InlineData("""
        async Task M()
        {
            while (true)
            {
                using var packet = PacketBuffer.Rent(5);
                if (packet[0] == 1) break;
            }
            await Task.Yield();
        }
        """)]
    [InlineData("""
        async Task M(Stream stream)
        {
            using var reader = new StreamReader(stream);
            await reader.ReadLineAsync();
        }
        """)]
    public async Task RenterWhoseBlockDoesNotSuspend_IsAccepted(string source)
    {
        await Silent(source);
        Assert.Empty(CompilerErrors(source));
    }

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("""
        async Task M()
        {
            using var [|packet|] = PacketBuffer.Rent(5);
            await Task.Yield();
        }
        """);

    // What an editor does not show: the compiler finds it when it emits.
    private string[] CompilerErrors(string markup)
    {
        CSharpCompilation compilation = Compile(Markup.Parse(Wrap(markup), Id).Source);
        using var image = new MemoryStream();
        return [.. compilation.WithOptions(compilation.Options.WithGeneralDiagnosticOption(ReportDiagnostic.Default)).Emit(image).Diagnostics
            .Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error).Select(diagnostic => diagnostic.Id)];
    }
}

public class RenterIsHeldAcrossAwaitBeforeCSharp13Tests() : RentalTest("PG0114")
{
    protected override Consumer Consumer => new("") { LanguageVersion = LanguageVersion.CSharp12 };

    [Fact]
    public async Task CompilerThatKnowsNoRefStructsInAsync_SaysItAlone()
    {
        ImmutableArray<Diagnostic> diagnostics = await Analyze(
            Compile(Wrap("""
            async Task M()
            {
                using var packet = PacketBuffer.Rent(5);
                await Task.Yield();
            }
            """)), AllRules);

        Assert.Contains(diagnostics, diagnostic => diagnostic.Id == "CS9202");
        Assert.DoesNotContain(diagnostics, diagnostic => diagnostic.Id == Id);
    }
}
