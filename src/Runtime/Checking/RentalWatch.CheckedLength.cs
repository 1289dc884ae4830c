using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>Keeps the canary of a checked rental right when its holder gets more of the array, and when the whole array is cleared.</summary>
internal sealed partial class RentalWatch<T>
{
    /// <summary>Lets the holder of a checked rental use more of the array.</summary>
    /// <param name="node">The node.</param>
    /// <param name="length">The number of elements that the holder may use from now on, counted from the start of the array.</param>
    public static void Extend(PooledNode<T> node, int length)
    {
        if (node.Rental is not { IsOver: false } rental || length <= rental.Length)
            return;

        VerifyCanary(node, rental);
        if (!rental.IsSample)
            Pattern.Fill(node.Elements.Slice(rental.Length, length - rental.Length), Pattern.Fresh);

        rental.Length = length;
    }

    /// <summary>Clears the array of a rental that has not ended yet, the elements behind its length included.</summary>
    /// <param name="node">The node.</param>
    public static void ClearWhole(PooledNode<T> node)
    {
        int length = node.Capacity;
        if (node.Rental is { IsOver: false } rental)
        {
            // The canary stays for the check at the end of the rental. It holds nothing that was written.
            VerifyCanary(node, rental);
            length = rental.Length;
        }

        node.Elements.Slice(0, length).Clear();
    }

    /// <summary>Looks for writes behind the length of a checked rental that has not ended yet.</summary>
    /// <param name="node">The node.</param>
    public static void VerifyCanary(PooledNode<T> node)
    {
        if (node.Rental is { IsOver: false } rental)
            VerifyCanary(node, rental);
    }

    private static void VerifyCanary(PooledNode<T> node, CheckedRental rental)
    {
        if (!Pattern.IsWritten(node.Elements, rental.Length, Pattern.Canary, out int first, out int last))
            return;

        // The fill comes before the report, which may fail: an overrun is reported once, and the written elements may be a secret.
        Pattern.Fill(node.Elements.Slice(rental.Length), Pattern.Canary);
        rental.ReportOverrun(first, last);
    }
}
