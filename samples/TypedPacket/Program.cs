using TypedPacket;

using var packet = PacketBuffer.Rent(20);
packet.SourcePort = 4000;
System.Console.WriteLine(packet.SourcePort);
