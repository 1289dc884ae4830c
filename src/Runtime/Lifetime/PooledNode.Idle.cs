namespace PooledGen.CompilerServices;

/// <summary>What a node remembers for the visits that look for idle buffers.</summary>
public sealed partial class PooledNode<T>
{
    /// <summary>Whether it was not returned since the last visit: so it was not used, or its rental goes on.</summary>
    internal bool IsIdle => _generation == _generationAtLastVisit;

    internal void NoteVisit() => _generationAtLastVisit = _generation;
}
