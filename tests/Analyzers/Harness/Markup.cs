using System.Collections.Immutable;
using System.Text;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.Analyzers.Tests;

/// <summary>
/// A source that says where which diagnostic is expected: <c>[|text|]</c> for the id of the rule under test, <c>{|CS0029:text|}</c> for
/// another one. Marks may be nested.
/// </summary>
internal sealed record Markup(string Source, ImmutableArray<Mark> Marks)
{
    public static Markup Parse(string text, string id)
    {
        var source = new StringBuilder(text.Length);
        var open = new Stack<(string Id, int Start)>();
        var marks = ImmutableArray.CreateBuilder<Mark>();
        for (int i = 0; i < text.Length; i++)
        {
            string pair = i + 1 < text.Length ? text.Substring(i, 2) : "";
            if (pair == "[|")
            {
                open.Push((id, source.Length));
                i++;
            }
            else if (pair == "{|")
            {
                int colon = text.IndexOf(':', i);
                open.Push((text[(i + 2)..colon], source.Length));
                i = colon;
            }
            else if (pair is "|]" or "|}" && open.TryPop(out (string Id, int Start) mark))
            {
                marks.Add(new Mark(mark.Id, TextSpan.FromBounds(mark.Start, source.Length)));
                i++;
            }
            else
            {
                source.Append(text[i]);
            }
        }

        Assert.Empty(open);
        return new Markup(source.ToString(), marks.ToImmutable());
    }
}

/// <summary>An expected diagnostic.</summary>
internal sealed record Mark(string Id, TextSpan Span);
