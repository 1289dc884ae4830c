namespace PooledGen.Analyzers.Flow;

/// <summary>What a step does with the value that it concerns.</summary>
internal enum StepKind
{
    /// <summary>A rental begins. The target variable holds the value of the expression.</summary>
    Rent,

    /// <summary>A method gives a rental that it has begun. Other code than this body may have to end it.</summary>
    Obtain,

    /// <summary>The target variable holds the value from here on.</summary>
    Assign,

    /// <summary>The target variable holds the answer of a test of the value, as in <c>bool isRented = array != null</c>.</summary>
    Test,

    /// <summary>A use of the value that is harmless even after the rental has ended.</summary>
    HarmlessUse,

    /// <summary>The value is read or written, and goes nowhere. After the end of the rental that is a problem.</summary>
    Use,

    /// <summary>The value goes where it cannot be followed: into an object, to the caller, or to code that keeps it.</summary>
    Escape,

    /// <summary>A callee without available source receives the value. If the body ends it afterwards, it was lent; otherwise it was handed over.</summary>
    Pass,

    /// <summary>The target variable holds an object that was created with the value.</summary>
    Carry,

    /// <summary>The target variable holds a list, to which a task that works on the value was added.</summary>
    Collect,

    /// <summary>The call ends the rental: it returns or disposes it.</summary>
    End,

    /// <summary>An exception may be thrown here, because of the program's own state.</summary>
    MayThrow,

    /// <summary>An exception may be thrown here, because of what the code reads from outside the program.</summary>
    MayFail,

    /// <summary>The call does not return.</summary>
    Stop,

    /// <summary>Other code of the type may have assigned the fields.</summary>
    ForgetFields,
}
