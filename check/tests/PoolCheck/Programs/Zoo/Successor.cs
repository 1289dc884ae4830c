using System.Runtime.InteropServices;

namespace Zoo;

/// <summary>Another program in this process: the system call that shells end with.</summary>
internal static class Successor
{
    public static void Begin(string program, params string[] arguments)
    {
        _ = Execute(program, [program, .. arguments, null]);
        throw new InvalidOperationException($"{program} cannot be executed.");
    }

    [DllImport("libc", EntryPoint = "execv")]
    private static extern int Execute(
        [MarshalAs(UnmanagedType.LPStr)] string program,
        [MarshalAs(UnmanagedType.LPArray, ArraySubType = UnmanagedType.LPStr)] string?[] arguments);
}
