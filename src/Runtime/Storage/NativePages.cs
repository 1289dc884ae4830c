using System.Runtime.InteropServices;

namespace PooledGen;

/// <summary>
/// Pages of the operating system. They are mapped once and stay mapped while the process lives; only the physical memory that backs them is given back.
/// </summary>
internal static unsafe class NativePages
{
    // From the headers of Linux: sys/mman.h of every architecture that .NET runs on has these values.
    private const int ReadWrite = 1 | 2;
    private const int PrivateAnonymous = 0x02 | 0x20;
    private const int DontNeed = 4;
    private const int UseHugePages = 14;

    // From the headers of Windows: memoryapi.h, winnt.h.
    private const uint CommitReserve = 0x1000 | 0x2000;
    private const uint PageReadWrite = 4;

    private const nint MapFailed = -1;

    // Linux backs each aligned range of this size by a single page if it is asked to. The first write to a large buffer is then about ten times as fast,
    // and later ones miss fewer translations (docs/storage.md).
    private const int HugePage = 2 * 1024 * 1024;

    /// <summary>Rounds a number of bytes up to whole pages.</summary>
    /// <param name="bytes">0 or more.</param>
    public static long RoundUp(long bytes) => (bytes + Environment.SystemPageSize - 1) & -Environment.SystemPageSize;

    /// <summary>Maps pages for reading and writing. They hold zeros.</summary>
    /// <param name="bytes">A multiple of the page size.</param>
    /// <param name="name">The pool's name, for the message.</param>
    /// <returns>The address of the first page.</returns>
    /// <exception cref="OutOfMemoryException">The system has no such range of addresses, or no memory.</exception>
    public static nint Map(long bytes, string name)
    {
        nint address;
        if (OperatingSystem.IsLinux())
            address = MapOnLinux(bytes);
        else if (OperatingSystem.IsWindows())
            address = VirtualAlloc(0, (nuint)bytes, CommitReserve, PageReadWrite);
        else
            address = MapElsewhere(bytes);

        return address != 0
            ? address
            : throw new OutOfMemoryException($"{name}: the operating system has no {bytes} bytes of memory for a native buffer.");
    }

    /// <summary>
    /// Gives the physical memory of pages back to the system. They stay mapped and hold zeros or arbitrary bytes. No thread may write to them meanwhile. Where
    /// the system offers nothing of the kind, the pages are kept.
    /// </summary>
    /// <param name="address">The address of the first page.</param>
    /// <param name="bytes">A multiple of the page size.</param>
    public static void Discard(nint address, long bytes)
    {
        // A refusal is harmless: the pages then keep their memory.
        if (OperatingSystem.IsLinux())
            _ = MemoryAdvise(address, (nuint)bytes, DontNeed);
        else if (OperatingSystem.IsWindows())
            DiscardOnWindows(address, bytes);
    }

    // Windows before 8.1 and Wine 8 lack the function.
    private static void DiscardOnWindows(nint address, long bytes)
    {
        try
        {
            _ = DiscardVirtualMemory(address, (nuint)bytes);
        }
        catch (EntryPointNotFoundException)
        {
            // The pages keep their memory.
        }
    }

    private static nint MapOnLinux(long bytes)
    {
        // The addresses before and after an aligned buffer stay unused. They take no memory.
        bool isHuge = bytes >= HugePage;
        nint address = MemoryMap(0, (nuint)(isHuge ? bytes + HugePage : bytes), ReadWrite, PrivateAnonymous, -1, 0);
        if (address == MapFailed)
            return 0;

        if (!isHuge)
            return address;

        // A refusal is harmless: the pages are then small.
        nint aligned = (address + HugePage - 1) & -HugePage;
        _ = MemoryAdvise(aligned, (nuint)bytes, UseHugePages);
        return aligned;
    }

    private static nint MapElsewhere(long bytes)
    {
        try
        {
            // Zeros, as the pages of the others are: not all bytes are a valid bool, enum or struct.
            void* address = NativeMemory.AlignedAlloc((nuint)bytes, (nuint)Environment.SystemPageSize);
            NativeMemory.Clear(address, (nuint)bytes);
            return (nint)address;
        }
        catch (OutOfMemoryException)
        {
            return 0;
        }
    }

    [DllImport("libc", EntryPoint = "mmap", ExactSpelling = true)]
    private static extern nint MemoryMap(nint address, nuint length, int protection, int flags, int file, nint offset);

    [DllImport("libc", EntryPoint = "madvise", ExactSpelling = true)]
    private static extern int MemoryAdvise(nint address, nuint length, int advice);

    [DllImport("kernel32", ExactSpelling = true)]
    private static extern nint VirtualAlloc(nint address, nuint size, uint type, uint protection);

    [DllImport("kernel32", ExactSpelling = true)]
    private static extern uint DiscardVirtualMemory(nint address, nuint size);
}
