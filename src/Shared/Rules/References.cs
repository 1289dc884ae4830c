namespace PooledGen.Generator.Model;

/// <summary>What is known of references in an element when the code is emitted.</summary>
internal enum References
{
    /// <summary>An element certainly holds none.</summary>
    None,

    /// <summary>An element certainly holds some.</summary>
    Some,

    /// <summary>Not all fields of the element are visible, or they depend on a type argument. The runtime knows: the emitted code asks it.</summary>
    AskAtRunTime,
}
