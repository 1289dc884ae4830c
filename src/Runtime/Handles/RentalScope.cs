namespace PooledGen;

/// <summary>
/// The block in which a rental lives. Every <c>Rent</c> takes one as its last, optional parameter and ignores its value.
/// </summary>
/// <remarks>
/// <para>The parameter is for the compiler. A renter is a ref struct, so the compiler must assume that it keeps the reference passed as
/// <c>in scope</c>. If the argument is left out, that reference is to a temporary of the calling block. The renter and every span taken from it are
/// therefore confined to that block: code that lets one of them leave it does not compile (CS8352, CS8347).</para>
/// <para>A method that rents for its caller takes <c>in RentalScope scope = default</c> itself and passes it on.</para>
/// <para>The compiler enforces this with any C# on .NET 7 and later, and with C# 11 and later on every target.</para>
/// </remarks>
public readonly struct RentalScope;
