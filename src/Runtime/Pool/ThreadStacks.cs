using System.ComponentModel;

namespace PooledGen.CompilerServices;

/// <summary>Refers to the calling thread's stacks of one annotated type. Generated code only.</summary>
/// <returns>The thread-static field, which is null until the thread rents for the first time.</returns>
[EditorBrowsable(EditorBrowsableState.Never)]
public delegate ref ThreadStack[]? ThreadStacks();
