namespace PooledGen.CompilerServices;

public static partial class PoolFactory
{
    /// <summary>The name of a generic annotated type. Its type arguments are known at run time only, and each of its constructed types has a pool.</summary>
    /// <param name="renter">The constructed type.</param>
    /// <returns>The full name with the type arguments, as C# writes it.</returns>
    public static string NameOf(Type renter) => TypeName.Of(renter);
}
