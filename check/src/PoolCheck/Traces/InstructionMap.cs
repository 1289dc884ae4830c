using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace PooledGen.PoolCheck;

/// <summary>
/// Finds the IL offset of an address in compiled code. TraceLog has such maps for recorded traces only, and interpolates between their entries. Not for
/// several threads at once.
/// </summary>
internal sealed class InstructionMap
{
    private static readonly Comparer<CompiledMethod> s_byStart = Comparer<CompiledMethod>.Create(static (a, b) => a.Start.CompareTo(b.Start));

    // By the id of the method: what waits for the other event about the same code. A compiled method is announced before its map, and in the rundown at the
    // end of a trace it follows its map.
    private readonly Dictionary<long, (ulong Start, uint Size)> _compiled = [];
    private readonly Dictionary<long, (int Native, int IL)[]> _maps = [];
    private readonly Dictionary<ulong, CompiledMethod> _methods = [];
    private CompiledMethod[] _sorted = [];

    /// <param name="source">The trace. All methods of a process are named at its end, and those that are compiled meanwhile at once.</param>
    public InstructionMap(TraceEventDispatcher source)
    {
        source.Clr.MethodLoadVerbose += data => _compiled[data.MethodID] = (data.MethodStartAddress, (uint)data.MethodSize);
        source.Clr.MethodILToNativeMap += data =>
        {
            if (_compiled.Remove(data.MethodID, out (ulong Start, uint Size) code))
                Add(code.Start, code.Size, ReadMap(data));
        };

        var rundown = new ClrRundownTraceEventParser(source);
        rundown.MethodILToNativeMapDCStop += data => _maps[data.MethodID] = ReadMap(data);
        rundown.MethodDCStopVerbose += data =>
        {
            if (_maps.Remove(data.MethodID, out (int Native, int IL)[]? map))
                Add(data.MethodStartAddress, (uint)data.MethodSize, map);
        };
    }

    /// <summary>The offset of the call that returns to an address; -1 if it is not known.</summary>
    public int OffsetOfCall(ulong returnAddress)
    {
        if (_sorted.Length != _methods.Count)
            _sorted = [.. _methods.Values.OrderBy(static method => method.Start)];

        ulong address = returnAddress - 1;
        int index = Array.BinarySearch(_sorted, new CompiledMethod(address, 0, []), s_byStart);
        if (index < 0)
            index = ~index - 1;

        if (index < 0 || _sorted[index] is not { } method || address >= method.Start + method.Size)
            return -1;

        int native = (int)(address - method.Start);
        return method.Map.LastOrDefault(entry => entry.Native <= native, (Native: 0, IL: -1)).IL;
    }

    // Prologues, epilogues and code without a mapping have negative offsets.
    private static (int Native, int IL)[] ReadMap(MethodILToNativeMapTraceData data)
        =>
        [
            .. Enumerable.Range(0, data.CountOfMapEntries)
                .Select(index => (Native: data.NativeOffset(index), IL: data.ILOffset(index)))
                .Where(static entry => entry.IL >= 0)
                .OrderBy(static entry => entry.Native),
        ];

    private void Add(ulong start, uint size, (int Native, int IL)[] map) => _methods[start] = new CompiledMethod(start, size, map);

    private sealed record CompiledMethod(ulong Start, uint Size, (int Native, int IL)[] Map);
}
