namespace AisReader;

/// <summary>Why a sentence was skipped.</summary>
public enum Damage
{
    None,

    /// <summary>A line, or a message of several sentences, longer than any AIS receiver writes.</summary>
    OverLong,

    /// <summary>A line that does not begin as a sentence does.</summary>
    NotASentence,

    /// <summary>The checksum is missing, or is not that of the sentence.</summary>
    BadChecksum,

    /// <summary>A sentence or a message that AIS does not have.</summary>
    UnknownType,

    /// <summary>A field before the fill bits is missing or not the number that it should be, or one follows them.</summary>
    BadField,

    /// <summary>The payload has a character that stands for no six bits.</summary>
    BadArmour,

    /// <summary>The number of bits to ignore at the end is missing or not 0 to 5, or not 0 although more sentences follow.</summary>
    BadFillBits,

    /// <summary>Another sentence of the same message is missing.</summary>
    MissingFragment,

    /// <summary>The message ends before its sender's number does.</summary>
    TooShort,
}
