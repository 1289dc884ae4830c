using System.Net;
using TypedPacket;

namespace PooledGen.Samples.Tests;

public class TypedPacketTests
{
    private static readonly IPAddress s_source = IPAddress.Parse("192.0.2.1");
    private static readonly IPAddress s_destination = IPAddress.Parse("192.0.2.2");

    [Fact]
    public void Members_WriteTheHeaderInNetworkOrder()
    {
        using var packet = PacketBuffer.RentFor([0xAA, 0xBB]);
        packet.SourcePort = 0x0102;
        packet.DestinationPort = 0x0304;
        packet.Checksum = 0x0506;

        Assert.Equal([0x01, 0x02, 0x03, 0x04, 0x00, 0x0A, 0x05, 0x06, 0xAA, 0xBB], packet.ToArray());
        Assert.Equal(0x0102, packet.SourcePort);
        Assert.Equal(0x0304, packet.DestinationPort);
        Assert.Equal(10, packet.DatagramLength);
        Assert.Equal(0x0506, packet.Checksum);
    }

    [Fact]
    public void RentFor_AfterAnotherPacket_StartsWithAnEmptyHeader()
    {
        using (var earlier = PacketBuffer.Rent(16))
            earlier.Span.Fill(0xFF);

        using var packet = PacketBuffer.RentFor([0xAA, 0xBB]);

        Assert.Equal([0, 0, 0, 0, 0, 10, 0, 0, 0xAA, 0xBB], packet.ToArray());
    }

    // By hand: pseudo-header C000 + 0201 + C000 + 0202 + 0011 + length, header 0FA0 + 0035 + length, payload.
    [Theory]
    [InlineData(new byte[] { 0x48, 0x69 }, 0x2398)] // 1DC66 in all, folded DC67
    [InlineData(new byte[] { 0x48, 0x69, 0x21 }, 0x0296)] // 1FD68 in all, folded FD69: the odd byte counts as 2100, both lengths are one more
    [InlineData(new byte[] { 0x6C, 0x01 }, 0xFFFF)] // folded FFFF: a checksum of 0 is sent as FFFF
    public void Seal_WritesTheChecksumOfRfc768(byte[] payload, int expected)
    {
        using var packet = PacketBuffer.RentFor(payload);
        packet.SourcePort = 0x0FA0;
        packet.DestinationPort = 0x0035;

        packet.Seal(s_source, s_destination);

        Assert.Equal(expected, packet.Checksum);
        Assert.True(packet.IsIntact(s_source, s_destination));
    }

    [Fact]
    public void IsIntact_AfterAChange_IsFalse()
    {
        using var packet = PacketBuffer.RentFor([1, 2, 3]);
        packet.Seal(s_source, s_destination);

        packet.Payload[2] = 4;

        Assert.False(packet.IsIntact(s_source, s_destination));
    }

    [Fact]
    public void RentFor_APayloadThatNoDatagramHolds_IsRefusedBeforeAnythingIsRented()
    {
        using (var largest = PacketBuffer.RentFor(new byte[65_527]))
            Assert.Equal(65_535, largest.DatagramLength);

        Assert.Throws<ArgumentOutOfRangeException>(static () =>
        {
            using var packet = PacketBuffer.RentFor(new byte[65_528]);
        });
        Assert.Equal(0, PacketBuffer.Pool.GetStatistics().InUse);
    }

    [Fact]
    public async Task Program_ShowsThePacketTheParticlesAndBothPools()
    {
        SampleRun run = await SampleRun.Start("TypedPacket", AppContext.BaseDirectory);

        Assert.Equal(
            [
                "UDP 4000 -> 53, 10 bytes, checksum 0x2398",
                "Bytes: 0FA00035000A23984869",
                "Intact: True",
                "With one bit changed on the way: False",
                "Particles: first (0.00, 2.00, -4.91), last (499.00, 2.00, -4.91)",
                "TypedPacket.PacketBuffer: 1,000 rentals, 1 array allocated, 0 in use",
                "TypedPacket.Particle.Buffer: 1,000 rentals, 1 array allocated, 0 in use",
            ],
            SampleRun.Lines(run.Output));
        Assert.Equal("", run.Error);
        Assert.Equal(0, run.ExitCode);
    }
}
