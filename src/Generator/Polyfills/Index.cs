namespace System;

/// <summary>As much of it as list patterns need.</summary>
internal readonly struct Index(int value, bool fromEnd = false)
{
    public int GetOffset(int length) => fromEnd ? length - value : value;
}
