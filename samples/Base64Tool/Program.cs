using System.Globalization;
using Base64Tool;
using PooledGen;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
if (args.Contains("--help"))
{
    Console.WriteLine(Help.Text);
    return 0;
}

if (Options.Parse(args) is not { } options)
    return Fail("the arguments are encode or decode, and two files at most; --help explains.", exitCode: 2);

var count = new ChunkCount();
try
{
    using Stream input = options.OpenInput();
    using Stream output = options.OpenOutput();
    if (options.Decode)
    {
        using var text = new StreamReader(input);
        Decoder.Run(text, output, options.IgnoreWhitespace, count);
    }
    else
    {
        using var text = new StreamWriter(output);
        Encoder.Run(input, text, options.Wrap, count);
    }
}
catch (Exception exception) when (exception is FormatException or IOException or UnauthorizedAccessException)
{
    return Fail(exception.Message);
}

if (options.ShowStatistics)
{
    Console.Error.WriteLine(count);
    Console.Error.WriteLine(Figures(ByteBuffer.Pool.Name, ByteBuffer.Pool.GetStatistics()));
    Console.Error.WriteLine(Figures(TextBuffer.Pool.Name, TextBuffer.Pool.GetStatistics()));
}

return 0;

static string Figures(string name, PoolStatistics pool)
    => $"{name}: rentals {pool.Rents:N0}, buffers allocated {pool.Misses:N0}, in use {pool.InUse:N0}, misused {pool.MisuseCount:N0}";

static int Fail(string reason, int exitCode = 1)
{
    Console.Error.WriteLine($"Base64Tool: {reason}");
    return exitCode;
}
