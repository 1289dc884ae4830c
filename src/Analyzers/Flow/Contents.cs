using Microsoft.CodeAnalysis;

namespace PooledGen.Analyzers.Flow;

/// <summary>What the objects that a body creates were given to store, by their constructors and their initializers.</summary>
internal sealed class Contents
{
    private readonly Dictionary<IOperation, List<(Source Source, IOperation Operand)>> _stored = [];

    public void Add(IOperation creation, Source source, IOperation operand)
    {
        if (!_stored.TryGetValue(creation, out List<(Source, IOperation)> stored))
            _stored.Add(creation, stored = []);

        stored.Add((source, operand));
    }

    /// <summary>What the object stores; empty if the operation creates none.</summary>
    public IReadOnlyList<(Source Source, IOperation Operand)> Of(IOperation creation)
        => _stored.TryGetValue(creation, out List<(Source, IOperation)> stored) ? stored : [];
}
