namespace PooledGen.CompilerServices;

/// <summary>The exceptions for things that were disposed or handed over. Each message names the thing that the user holds.</summary>
internal static class DisposedErrors
{
    /// <summary>Creates the exception for a handle whose rental is over.</summary>
    /// <param name="name">The annotated type's name.</param>
    /// <param name="handle">The kind of handle that the user holds.</param>
    /// <param name="wasHandedOver">Whether the handle is known to have been given up for an owner.</param>
    public static ObjectDisposedException OfHandle(string name, RentalHandle handle, bool wasHandedOver) => new(name, handle switch
    {
        RentalHandle.Owner when wasHandedOver
            => $"This owner of {name} was sliced or resized: the owner that DetachSlice or Resize returned has its elements now. "
                + "Use that owner.",
        RentalHandle.Owner
            => $"This owner of {name} was disposed: its array may already belong to another rental. "
                + "Use the owner, and every Memory and Span taken from it, before Dispose.",
        RentalHandle.Writer when wasHandedOver
            => $"The array of this writer of {name} was detached through a copy of the writer: an owner has it now. "
                + "Pass a writer by ref, and do not use copies of it.",
        RentalHandle.Writer
            => $"The array of this writer of {name} was returned through a copy of the writer, and may already belong to another rental. "
                + "Pass a writer by ref, and do not use copies of it.",
        RentalHandle.MemoryPoolOwner
            => $"This IMemoryOwner of the memory pool of {name} was disposed: its array may already belong to another rental. "
                + "Use the owner, and every Memory taken from it, before Dispose.",
        RentalHandle.Memory
            => $"The rental of this Memory of {name} was disposed: without the check, the Memory would show the elements of another rental. "
                + "Use it before Dispose, copy what you keep, or keep the owner or a share of it.",
        _ when wasHandedOver => $"This {name} was detached: the owner that Detach returned has the array now. Use that owner.",
        _ => $"This {name} was disposed: its array may already belong to another rental. Use the buffer, and every span taken from it, before Dispose.",
    });

    /// <summary>Creates the exception for a writer that was disposed.</summary>
    /// <param name="name">The annotated type's name.</param>
    /// <param name="writer">The name of the writer's class.</param>
    public static ObjectDisposedException OfWriter(string name, string writer) => new(
        name, $"This {writer} of {name} was disposed: its memory may already belong to other rentals. "
            + "Use the writer, and every span and Memory taken from it, before Dispose.");

    /// <summary>Creates the exception for a stream that was disposed.</summary>
    /// <param name="name">The annotated type's name.</param>
    public static ObjectDisposedException OfStream(string name) => new(
        name, $"This PooledStream of {name} was disposed: its segments may already belong to other rentals. Read or copy the stream before Dispose.");
}
