using Microsoft.Diagnostics.Tracing.Etlx;

namespace PooledGen.PoolCheck;

/// <summary>
/// Resolves the stacks of one trace. A method that was compiled ahead of time may get its name only at the end of the trace, so a stack is kept as an index
/// and resolved late. Not for several threads at once.
/// </summary>
internal sealed class TraceStacks(TraceLog log, InstructionMap instructions) : IDisposable
{
    // A class of the check, which the tool does not have. Its namespace is that of the files that the two share.
    private static readonly string s_check = $"{typeof(ArrayMisuse).Namespace}.ArrayPoolWatch.";

    private readonly Dictionary<CodeAddressIndex, Frame?> _frames = [];
    private readonly SourceLines _lines = new();

    /// <summary>Whether the stack goes through a shared pool, which had another name before .NET 8.</summary>
    public bool IsOfSharedPool(CallStackIndex stack) => SharedPoolIn(stack) is not null;

    /// <summary>The name of the pool that the stack goes through. The type of its elements is only known where the code of the pool is not shared.</summary>
    public string PoolName(CallStackIndex stack)
    {
        if (SharedPoolIn(stack) is not { } method)
            return ArrayMisuse.UnknownPool;

        int begin = method.IndexOf("[System.", StringComparison.Ordinal), end = method.IndexOf(']', StringComparison.Ordinal);
        string element = begin < 0 || end < begin ? "__Canon" : method[(begin + "[System.".Length)..end];
        return element == "__Canon" ? "ArrayPool<T>.Shared" : $"ArrayPool<{element}>.Shared";
    }

    /// <summary>The stack from the nearest caller outside of the pool on; null if there is none.</summary>
    public Call? Resolve(CallStackIndex stack, int thread)
    {
        var frames = new List<Frame>();
        foreach (CodeAddressIndex address in AddressesOf(stack))
        {
            if (FrameOf(address) is not { } frame || (frames.Count == 0 && IsInside(frame)))
                continue;

            // An async method has a frame for its start and one for its body. The body comes first and has the line.
            if (frame.Line > 0 || frames.FindLast(static other => other.Code != CodeKind.Framework)?.Method != frame.Method)
                frames.Add(frame);
        }

        if (frames.Count > 0 && TypesToDispose.Contains(frames[0].Type))
        {
            int caller = frames.FindIndex(static frame => !TypesToDispose.Contains(frame.Type) && frame.Type != "System.IO.Stream");
            frames.RemoveRange(0, Math.Max(caller, 0));
        }

        return frames.Count == 0 ? null : new Call(thread, frames);
    }

    /// <summary>Whether a check inside of the process called: it takes returned arrays out of their pool, and gives others back.</summary>
    public bool IsOfACheck(CallStackIndex stack)
        => AddressesOf(stack).Any(address => log.CodeAddresses[address].FullMethodName.StartsWith(s_check, StringComparison.Ordinal));

    public void Dispose() => _lines.Dispose();

    private static bool IsInside(Frame frame)
        => frame.Type.StartsWith("System.Buffers.", StringComparison.Ordinal) || frame.Type.StartsWith("System.Diagnostics.Tracing.", StringComparison.Ordinal);

    private string? SharedPoolIn(CallStackIndex stack)
    {
        foreach (CodeAddressIndex address in AddressesOf(stack))
        {
            string method = log.CodeAddresses[address].FullMethodName;
            if (method.StartsWith("System.Buffers.SharedArrayPool`1", StringComparison.Ordinal)
                || method.StartsWith("System.Buffers.TlsOverPerCoreLockedStacksArrayPool`1", StringComparison.Ordinal))
            {
                return method;
            }
        }

        return null;
    }

    private IEnumerable<CodeAddressIndex> AddressesOf(CallStackIndex stack)
    {
        for (; stack != CallStackIndex.Invalid; stack = log.CallStacks.Caller(stack))
            yield return log.CallStacks.CodeAddressIndex(stack);
    }

    private Frame? FrameOf(CodeAddressIndex index)
    {
        if (!_frames.TryGetValue(index, out Frame? frame))
            _frames.Add(index, frame = CreateFrame(index));

        return frame;
    }

    private Frame? CreateFrame(CodeAddressIndex index)
    {
        if (log.CodeAddresses[index].Method is not { } method)
            return null;

        string path = method.MethodModuleFile?.FilePath ?? "";
        (string type, string name) = TraceNames.Split(method.FullMethodName);
        string assembly = Path.GetFileNameWithoutExtension(path.Replace('\\', '/'));
        CodeKind code = TraceNames.IsFramework(path, assembly) ? CodeKind.Framework : CodeKind.Library;
        (string? file, int line) = code == CodeKind.Framework
            ? default
            : _lines.Find(path, method.MethodToken, instructions.OffsetOfCall(log.CodeAddresses.Address(index)));
        return new Frame(type, name, assembly, code, file, line);
    }
}
