namespace PooledGen.CompilerServices;

/// <summary>What a node remembers for the visits that look for idle buffers.</summary>
public sealed partial class PooledNode<T>
{
    // Visits alone write it, one at a time. A new node is at generation 0 too, but it lies nowhere before its first return.
    private int _generationAtLastVisit;

    /// <summary>Whether it was not returned since the last visit: so it was not used, or its rental goes on.</summary>
    internal bool IsIdle => _generation == _generationAtLastVisit;

    internal void NoteVisit() => _generationAtLastVisit = _generation;
}
