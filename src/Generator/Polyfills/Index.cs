namespace System;

/// <summary>The part of <c>System.Index</c> that list patterns need.</summary>
internal readonly struct Index(int value, bool fromEnd = false)
{
    public int GetOffset(int length) => fromEnd ? length - value : value;
}
