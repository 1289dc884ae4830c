using System.Globalization;
using PooledGen;
using FileTable;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
if (args.Contains("--help") || args.Contains("-h"))
{
    Console.WriteLine(Help.Text);
    return 0;
}

if (args.FirstOrDefault(static path => path.StartsWith("--", StringComparison.Ordinal)) is not null)
{
    Console.Error.WriteLine("FileTable: the arguments are files and folders; --help explains.");
    return 2;
}

var progress = new ProgressLine();
int failures = 0;
var walk = new FileWalk(Fail);
var files = new List<FileSummary>();
foreach (FoundFile found in (args.Length > 0 ? args : [Repository.Nearest()]).SelectMany(walk.Find))
{
    progress.AddFile();
    try
    {
        using Stream file = found.Open();
        files.Add(FileSummary.Read(found.Path, file, progress));
    }
    catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
    {
        Fail(found.Path, exception.Message);
    }
}

progress.Erase();
SummaryTable.Write(Console.Out, files);

PoolStatistics pool = ChunkBuffer.Pool.GetStatistics();
Console.WriteLine($"""

    A line ends with LF, the last one with the file. Text bytes are all but CR and LF. A file with a zero byte is binary: no lines, no text.
    Skipped folders (.git, bin, obj): {walk.SkippedFolders:N0}. Skipped symbolic links: {walk.SkippedLinks:N0}. Not readable: {failures:N0}.

    The pool of {ChunkBuffer.Pool.Name}: {pool.Hits:N0} hits, {pool.Misses:N0} misses, {pool.InUse:N0} in use, {pool.Retained:N0} retained ({pool.RetainedBytes:N0} bytes), {pool.MisuseCount:N0} misused.
    Buffers ever allocated: {pool.Misses:N0}, for {pool.Rents:N0} rentals. Files that fitted on the stack rented none.
    """);
return failures == 0 ? 0 : 1;

void Fail(string path, string reason)
{
    failures++;
    progress.Erase();
    Console.Error.WriteLine(SummaryTable.Printable($"FileTable: cannot read '{path}': {reason}"));
}
