namespace PooledGen.Analyzers.Flow;

internal enum StepKind
{
    /// <summary>A rental begins. The target variable holds the value of the expression.</summary>
    Rent,

    /// <summary>A method gives a rental that it has begun. Other code than this body may have to end it.</summary>
    Obtain,
    Assign,

    /// <summary>The target variable holds the answer of a test of the value, as in <c>bool isRented = array != null</c>.</summary>
    Test,

    /// <summary>A use of the value that is harmless even after the rental has ended.</summary>
    HarmlessUse,
    Use,

    /// <summary>The value goes where it cannot be followed: into an object, to the caller, or to code that keeps it.</summary>
    Escape,

    /// <summary>A callee without available source receives the value. If the body ends it afterwards, it was lent; otherwise it was handed over.</summary>
    Pass,

    /// <summary>The target variable holds an object that was created with the value.</summary>
    Carry,

    /// <summary>The target variable holds a list, to which a task that works on the value was added.</summary>
    Collect,
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
