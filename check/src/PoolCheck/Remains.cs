using System.Runtime.InteropServices;
using System.Security.Principal;

namespace PooledGen.PoolCheck;

/// <summary>Says whether a folder was left by a run that was killed, and whether it belongs to this account.</summary>
internal static class Remains
{
    // What the runtime's own library writes: flags, mode, user, group and more.
    private const int StatusSize = 512;
    private const int UserOffset = 8;

    /// <summary>Whether no process has a file open that its owner keeps open as long as it lives. A file that is missing is free.</summary>
    public static bool IsFree(string file)
    {
        try
        {
            File.Open(file, FileMode.Open, FileAccess.ReadWrite, FileShare.None).Dispose();
            return true;
        }
        catch (IOException e)
        {
            return e is FileNotFoundException or DirectoryNotFoundException;
        }
        catch (UnauthorizedAccessException)
        {
            return false;
        }
    }

    /// <summary>
    /// Whether a folder belongs to this account. Another account may have made one with the same name, so that its files are taken for those of a program.
    /// </summary>
    public static bool IsOfThisUser(string folder)
    {
        if (OperatingSystem.IsWindows())
        {
            using var user = WindowsIdentity.GetCurrent();
            IdentityReference? owner = new DirectoryInfo(folder).GetAccessControl().GetOwner(typeof(SecurityIdentifier));
            return owner is not null && (owner.Equals(user.User) || owner.Equals(user.Owner));
        }

        // .NET shows the mode of a file and not its user. Without this function of the runtime nothing is trusted.
        byte[] status = new byte[StatusSize];
        try
        {
            return ReadStatus(folder, status) == 0 && BitConverter.ToUInt32(status, UserOffset) == GetUser();
        }
        catch (EntryPointNotFoundException)
        {
            return false;
        }
    }

    // Of a link it is the status of the link.
    [DllImport("libSystem.Native", EntryPoint = "SystemNative_LStat")]
    private static extern int ReadStatus([MarshalAs(UnmanagedType.LPUTF8Str)] string path, byte[] status);

    [DllImport("libc", EntryPoint = "geteuid")]
    private static extern uint GetUser();
}
