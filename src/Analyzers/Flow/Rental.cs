using Microsoft.CodeAnalysis;

namespace PooledGen.Analyzers.Flow;

/// <summary>A rental in a body: the value of one rent expression, or the value of a parameter or a field when the body begins.</summary>
/// <param name="Number">The number of the rental in the body.</param>
/// <param name="Operation">The rent expression; for a parameter or a field, a call that ends it or an operand that hands it on.</param>
/// <param name="Given">The parameter or the field; null for a rental that begins here.</param>
/// <param name="IsObtained">Whether a method that the body calls has begun it.</param>
/// <param name="IsOwned">
/// Whether the body has to end it, although it comes from other code. One that is obtained and not owned counts as escaped: the method may have given
/// another array.
/// </param>
internal sealed record Rental(int Number, IOperation Operation, ISymbol? Given, bool IsObtained = false, bool IsOwned = false)
{
    /// <summary>The first variable that held the rental; null if there is none.</summary>
    public ISymbol? Holder { get; set; } = Given;

    /// <summary>The name in messages: the variable's name, or the text of the rent expression.</summary>
    public string Name => Holder is null ? Operation.Syntax.ToString() : PropertyFields.NameOf(Holder);

    public bool Equals(Rental? other) => ReferenceEquals(this, other);

    public override int GetHashCode() => Number;
}
