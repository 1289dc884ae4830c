namespace FileTable;

internal static class Help
{
    public const string Text = """
        FileTable [path ...]

        Reads files through pooled buffers: for each its lines, bytes, text bytes and the first digits of its SHA-256;
        then what the pool did.

        path    A file, or a folder to read with all that is below it. Default: this repository (the nearest folder above the
                current one with PooledGen.sln), or else the current folder.

        Skipped below a folder, and counted: folders named .git, bin or obj, and symbolic links. Name one to read it.
        An entry of size 0 is taken as empty without opening it.

        Exit code: 0 when everything was read, 1 when a path is missing or cannot be read (one line each on standard error),
        2 when the arguments are not understood. A name that begins with -- is written ./--name.
        """;
}
