using System;
using PooledGen;

[PooledBuffer<byte>(MaxLength = 4096)]
public partial struct Packet;

static partial class Replies
{
    public static void Answer(ref PooledUtf8Writer to, ReadOnlySpan<byte> key, ReadOnlySpan<byte> value)
    {
        to.Append(key);
        to.Append(value);
    }

    static partial void Copy(this ref PooledUtf8Writer to, /* all */ Packet packet = default);

    static partial void Copy(this ref PooledUtf8Writer to, Packet packet) => to.Append(packet);

    static void Use(int n)
    {
        using var writer = Packet.CreateWriter();
        while (writer.Length < n)
        {
            using var packet = Packet.Rent(n);
            Answer(ref writer.AsRef(), packet[..1], packet);
            writer.AsRef().Copy(packet);
            Say(value: packet, to: ref writer.AsRef());
        }

        static void Say(ref PooledUtf8Writer to, Span<byte> value) => to.Append(value);
    }
}
