using Zoo;

Console.WriteLine($"right: {await RightUses.MakeAllAsync()}");
if (args is ["wrong"])
    await Uses.MakeAllAsync();
