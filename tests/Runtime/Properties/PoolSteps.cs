namespace PooledGen.Runtime.Tests.Properties;

/// <summary>What can be done to a pool of bytes.</summary>
internal enum PoolSteps
{
    RentOwner,
    RentArray,
    RentMemory,
    RentReusedMemory,
    RentAgain,
    UseRenter,
    Return,
    ReturnFirst,
    ReturnLast,
    ReturnAndRent,
    ReturnTwice,
    ReturnArrayOfAnother,
    Resize,
    Slice,
    Trim,
    TrimIdle,
    SetBudget,
    LiftBudget,
    Trace,
    Check,
}
