using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace PooledGen.Diagnostics;

/// <summary>Finds files and lines in the portable symbols of assemblies on this machine. Not for several threads at once.</summary>
/// <remarks>The framework looks lines up only while it takes a stack, which would happen inside of Rent, under any lock of its caller.</remarks>
internal sealed class SourceLines : IDisposable
{
    private readonly Dictionary<string, (MetadataReaderProvider? Reader, Guid Module)> _symbols = [];

    /// <summary>The place of an instruction.</summary>
    /// <param name="assembly">The path of the assembly.</param>
    /// <param name="methodToken">The metadata token of the method.</param>
    /// <param name="offset">The offset of the instruction in the method's IL; negative if it is not known.</param>
    /// <returns>The file and the line; null and 0 if they are not known.</returns>
    public (string? File, int Line) Find(string assembly, int methodToken, int offset)
    {
        if (offset < 0 || ReaderOf(assembly) is not { } reader)
            return default;

        SequencePoint place = PointsOf(reader, methodToken).LastOrDefault(point => !point.IsHidden && point.Offset <= offset);
        return place.Document.IsNil ? default : (reader.GetString(reader.GetDocument(place.Document).Name), place.StartLine);
    }

    /// <summary>Whether the file of a loaded module has symbols, and was not replaced by that of another build since.</summary>
    public bool Have(string assembly, Guid module) => ReaderOf(assembly) is not null && _symbols[assembly].Module == module;

    /// <summary>The offset at which the first statement of a method ends; 0 if it is not known.</summary>
    public int EndOfFirstStatement(string assembly, int methodToken)
        => ReaderOf(assembly) is { } reader ? PointsOf(reader, methodToken).FirstOrDefault(static point => point.Offset > 0 && !point.IsHidden).Offset : 0;

    public void Dispose()
    {
        foreach ((MetadataReaderProvider? reader, _) in _symbols.Values)
            reader?.Dispose();
    }

    // A trace may be of another build, which had more methods.
    private static IEnumerable<SequencePoint> PointsOf(MetadataReader reader, int methodToken)
        => methodToken != 0 && MetadataTokens.EntityHandle(methodToken) is { Kind: HandleKind.MethodDefinition } handle
            && MetadataTokens.GetRowNumber(handle) <= reader.MethodDebugInformation.Count
            ? reader.GetMethodDebugInformation(((MethodDefinitionHandle)handle).ToDebugInformationHandle()).GetSequencePoints()
            : [];

    private MetadataReader? ReaderOf(string assembly)
    {
        if (!_symbols.TryGetValue(assembly, out (MetadataReaderProvider? Reader, Guid Module) symbols))
            _symbols.Add(assembly, symbols = Open(assembly));

        return symbols.Reader?.GetMetadataReader();
    }

    // The symbols lie in the assembly or beside it. Where there are none, as for a trace of another machine, a stack has no lines.
    private static (MetadataReaderProvider? Reader, Guid Module) Open(string assembly)
    {
        if (!File.Exists(assembly))
            return default;

        try
        {
            using var image = new PEReader(File.OpenRead(assembly));
            if (!image.TryOpenAssociatedPortablePdb(assembly, File.OpenRead, out MetadataReaderProvider? symbols, out _))
                return default;

            MetadataReader metadata = image.GetMetadataReader();
            return (symbols, metadata.GetGuid(metadata.GetModuleDefinition().Mvid));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or BadImageFormatException)
        {
            return default;
        }
    }
}
