using System.Text;

namespace PooledGen.Generator.Emission;

/// <summary>Writes indented text with <c>\n</c> line ends on every platform.</summary>
internal sealed class IndentedWriter
{
    private readonly StringBuilder _text = new();
    private int _depth;

    /// <summary>Writes one or more lines. Empty lines are not indented.</summary>
    public void Write(string lines)
    {
        foreach (string line in lines.Replace("\r", "").Split('\n'))
        {
            if (line.Length > 0)
                _text.Append(' ', _depth * 4).Append(line);

            _text.Append('\n');
        }
    }

    /// <summary>Writes lines if a condition holds.</summary>
    public void WriteIf(bool condition, string lines)
    {
        if (condition)
            Write(lines);
    }

    public void WriteBlankLine() => Write("");

    /// <summary>Opens a pair of braces and closes it when the result is disposed.</summary>
    public IDisposable Block(string head)
    {
        Write(head);
        Write("{");
        _depth++;
        return new OpenBlock(this);
    }

    public override string ToString() => _text.ToString();

    private sealed class OpenBlock(IndentedWriter writer) : IDisposable
    {
        public void Dispose()
        {
            writer._depth--;
            writer.Write("}");
        }
    }
}
