using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

using var packet = Packet.Rent(args.Length);
var owner = Packet.RentOwner(5);
packet[0] = 1;
Console.WriteLine(packet.Span.ToArray().Length);
await Task.Delay(1);
owner.Dispose();
owner.Dispose();

static int Local(Packet given) => given.Length;

[PooledBuffer<byte>(MaxLength = 4096)]
public partial struct Packet;

