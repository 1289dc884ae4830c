using System;
using PooledGen;

[PooledColumns(MaxLength = 4096, Clear = ClearPolicy.OnRent)]
public partial struct Points
{
    public partial Span<float> X { get; }

    public partial Span<(int, byte)> Pair { get; }

    public int Count { get; set; }

    private struct Layout
    {
        public long Time, Value;
        private readonly string _name;
    }
}

class User
{
    private Points.Owner _owner = Points.RentOwner(5);

    public float M()
    {
        var points = Points.Rent(_owner.Length);
        points.X[0] = 1;
        return points.X[^1];
    }
}
