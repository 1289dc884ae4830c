using System.Buffers;
using Mistakes;

// A session that begins while the first rental creates the pools' event source may block both (dotnet/runtime#119014).
ArrayPool<byte>.Shared.Return(ArrayPool<byte>.Shared.Rent(1));
Console.WriteLine("ready");

if (args is ["load", var rate])
{
    Load.Run(int.Parse(rate));
    return;
}

// Each line is an order, so that a test begins to watch before the mistakes are made.
while (Console.ReadLine() is { } order)
{
    switch (order)
    {
        case "mistakes":
            Planted.LeaveOut();
            Planted.ReturnTwice();
            Planted.ReturnElsewhere();
            await Planted.LeaveOutLaterAsync();
            break;
        case "rent in order":
            Load.RentInOrder(5_000);
            break;
        case "rent a little":
            Load.RentInOrder(5);
            break;
    }

    Console.WriteLine("done");
}
