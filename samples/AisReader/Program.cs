using System.Diagnostics;
using System.Globalization;
using System.IO.Pipelines;
using AisReader;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
if (args.Contains("--help") || args.Contains("-h"))
{
    Console.WriteLine(Help.Text);
    return 0;
}

string path = args.FirstOrDefault(Path.Join(AppContext.BaseDirectory, "sentences.nmea"));
Func<PipeWriter, Task>? source = args switch
{
    [] => new Input(path).CopyTo,
    ["--synthesise", var number] when long.TryParse(number, NumberStyles.None, null, out long sentences) => new Synthesiser(sentences).CopyTo,
    [{ Length: > 0 }] when !path.StartsWith("--", StringComparison.Ordinal) => new Input(path).CopyTo,
    _ => null,
};
if (source is null)
{
    Console.Error.WriteLine("AisReader: the arguments are a file, or --synthesise and a number; --help explains.");
    return 2;
}

// The pipe's blocks are rented buffers. Each block is its own owner, and a pipe disposes it once, so renting one allocates nothing.
// Both ends of the pipe run on this thread in turn: work for the thread pool would be allocated.
var pipe = new Pipe(new PipeOptions(
    ReadBuffer.Pool.DangerousAsMemoryPool(), PipeScheduler.Inline, PipeScheduler.Inline, useSynchronizationContext: false));
var receiver = new Receiver();
var elapsed = Stopwatch.StartNew();
try
{
    await Task.WhenAll(new LineReader(receiver).ReadFrom(pipe.Reader), source(pipe.Writer));
}
catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
{
    Console.Error.WriteLine($"AisReader: cannot read '{path}': {exception.Message}");
    return 1;
}

try
{
    Report.Write(Console.Out, receiver, elapsed.Elapsed);
    return 0;
}
catch (IOException exception)
{
    Console.Error.WriteLine($"AisReader: cannot write the report: {exception.Message}");
    return 1;
}
