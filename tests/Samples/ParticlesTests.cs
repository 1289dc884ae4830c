namespace PooledGen.Samples.Tests;

public class ParticlesTests
{
    [Fact]
    public async Task Program_ShowsThatColumnsAndStructsAgree()
    {
        SampleRun run = await SampleRun.Start("Particles", AppContext.BaseDirectory);

        Assert.Equal(
            [
                "5,003 particles, 1,000 steps: columns and structs agree: True",
                "All six columns begin at a multiple of 64 bytes: True",
                "Lengths from ArrayPool.Shared: 8192, 8192, 8192, 8192, 8192, 8192",
                "1,000 more rentals allocate 0 bytes",
                "Mass of all, added up on another thread: 10,006",
                "ParticleColumns.Particles: 1,002 rentals, 1 block allocated, 1 in use",
            ],
            SampleRun.Lines(run.Output));
        Assert.Equal(("", 0), (run.Error, run.ExitCode));
    }
}
