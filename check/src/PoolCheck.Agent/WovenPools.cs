using System.Buffers;
using System.Diagnostics.Tracing;
using System.Reflection;
using System.Runtime.CompilerServices;
using PooledGen.PoolCheck.Guard;

namespace PooledGen.PoolCheck;

/// <summary>
/// Holds back the arrays that woven code returns to pools of <c>ArrayPool.Create</c>, marks those that are returned to woven pools of the program, and counts
/// all others. Safe for use by many threads.
/// </summary>
internal sealed class WovenPools : IPoolCalls
{
    // Null in a runtime that has another method: then pools of Create are not watched.
    private readonly Action<int, int, int>? _announce = FindAnnouncement();

    private readonly ConditionalWeakTable<Type, DerivedType> _derived = [];

    /// <summary>
    /// The types of pools that derive from <c>ArrayPool&lt;T&gt;</c> outside of the framework, how many arrays were returned to each and not watched, and why.
    /// </summary>
    public IEnumerable<(Type Type, long Returns, string WhyNot)> Others
        => from pool in _derived
           where pool.Value.Unwatched > 0
           select (pool.Key, pool.Value.Unwatched, pool.Value.WhyNot);

    /// <summary>Those of these types of which arrays were watched.</summary>
    public IEnumerable<Type> Watched => from pool in _derived where pool.Value.IsWatched select pool.Key;

    public bool TryReturn<T>(ArrayPool<T> pool, T[] array, bool clearArray)
    {
        // An interrupt is meant for the program's own waits.
        if (pool.GetType() == Uninterrupted.Run(static _ => CreatedArrayPools<T>.Type, 0))
            return _announce is not null && ArrayPoolWatch.TryReturn(pool, array, clearArray, _announce);

        // A woven one tells itself what it gets.
        if (Find(pool.GetType()) is { IsWoven: false } other)
            other.AddUnwatched(DerivedPools.WhyNotIfNotWoven);

        return false;
    }

    public void BeginReturn(PoolReturn call)
    {
        if (Find(call.Pool.GetType()).IsWoven)
            ArrayPoolWatch.BeginReturn(call, call.Array!);
    }

    public void EndReturn<T>(PoolReturn call)
    {
        DerivedType type = Find(call.Pool.GetType());
        if (!type.IsWoven || call.Array is not T[] array)
            ArrayPoolWatch.ForgetReturn(call);
        else if (ArrayPoolWatch.EndReturn(call, array, type.PoolOf<T>(call.Name), MayEscape))
            type.Add(PoolGuard.FindEscape(call.Name));
    }

    public void FailReturn(PoolReturn call) => ArrayPoolWatch.ForgetReturn(call);

    public bool EndRent<T>(T[] array, bool isOutermost) => ArrayPoolWatch.EndRent(array, isOutermost);

    public void Escape(string pool) => ArrayPoolWatch.Unmark(pool);

    private static bool MayEscape(string pool) => PoolGuard.FindEscape(pool) is not null;

    private DerivedType Find(Type type)
        => Uninterrupted.Run(static state => state._derived.GetValue(state.type, static type => new DerivedType(type)), (_derived, type));

    // What the pools call. It is internal, as its class is.
    private static Action<int, int, int>? FindAnnouncement()
    {
        EventSource? source = EventSource.GetSources().FirstOrDefault(static source => source.Name == ArrayPoolEvents.Source);
        MethodInfo? method = source?.GetType().GetMethod(
            "BufferReturned", BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic, [typeof(int), typeof(int), typeof(int)]);
        return method?.CreateDelegate<Action<int, int, int>>(source);
    }

    /// <summary>A type that derives from <c>ArrayPool&lt;T&gt;</c> outside of the framework.</summary>
    /// <param name="type">The type.</param>
    private sealed class DerivedType(Type type)
    {
        private DerivedArrayPool? _pool;
        private long _unwatched;

        /// <summary>Whether the code is woven of all types that it inherits Rent or Return from.</summary>
        public bool IsWoven { get; } = AreWoven(type);

        /// <summary>How many returned arrays were not watched.</summary>
        public long Unwatched => Interlocked.Read(ref _unwatched);

        /// <summary>Why not.</summary>
        public string WhyNot { get; private set; } = "";

        /// <summary>Whether an array was watched.</summary>
        public bool IsWatched { get; private set; }

        /// <summary>Adds a returned array.</summary>
        /// <param name="escape">By what arrays may get out of the pool; null if by nothing but a rent.</param>
        public void Add(string? escape)
        {
            if (escape is null)
                IsWatched = true;
            else
                AddUnwatched(DerivedPools.WhyNotIfEscaping(escape));
        }

        public void AddUnwatched(string whyNot)
        {
            WhyNot = whyNot;
            Interlocked.Increment(ref _unwatched);
        }

        // Benign race: two threads may create one each, and both are equal.
        public DerivedArrayPool PoolOf<T>(string code) => _pool ??= new DerivedArrayPool<T>(DerivedPools.NameOf(type), code);

        private static bool AreWoven(Type type)
        {
            for (Type? each = type; each is not null && !DerivedArrayPool.IsBase(each); each = each.BaseType)
            {
                if (!UseSites.IsWoven(each.Assembly))
                    return false;
            }

            return true;
        }
    }
}
