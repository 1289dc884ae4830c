using Microsoft.CodeAnalysis;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>
/// docs/troubleshooting.md says which assignments the compiler refuses, by which errors, and what to write instead. All of it is compiled here.
/// </summary>
public class AssignmentTests
{
    private const string Declarations = """
        using PooledGen;

        [PooledBuffer<byte>(MaxLength = 1024)]
        public partial struct PacketBuffer;

        """;

    private const string Fields = "public PacketBuffer _buffer; public PooledOwner<byte> _owner; ";

    /// <summary>The rows of the page: code and errors as they stand there, and what stands around the code.</summary>
    public static TheoryData<string, string, string, string> Rows
    {
        get
        {
            var rows = new TheoryData<string, string, string, string>();
            IEnumerable<string> lines = new Page("docs/troubleshooting.md").Text.Split('\n')
                .SkipWhile(static line => line != "## The compiler refuses an assignment").Skip(1)
                .TakeWhile(static line => !line.StartsWith("## ", StringComparison.Ordinal));
            foreach (string line in lines.Where(static line => line.StartsWith("| `", StringComparison.Ordinal)))
            {
                string[] cells = [.. line.Split(" | ").Select(static cell => cell.Trim('|', ' '))];
                rows.Add(CodeOf(cells[0]), cells[1], CodeOf(cells[3]), cells[0]);
            }

            return rows;
        }
    }

    [Fact]
    public void Page_HasRows() => Assert.InRange(Rows.Count, 8, int.MaxValue);

    [Theory]
    [MemberData(nameof(Rows))]
    public void WrittenCode_DoesNotCompile_AsThePageSays(string wrong, string errors, string instead, string cell)
    {
        Assert.NotEqual(wrong, instead);
        Assert.Equal(errors.Split(" and ").Order(StringComparer.Ordinal), ErrorsOf(Around(wrong, cell)));
    }

    [Theory]
    [MemberData(nameof(Rows))]
    public void CodeInstead_Compiles(string wrong, string errors, string instead, string cell)
    {
        Assert.NotEqual(wrong, errors);
        Assert.Empty(ErrorsOf(Around(instead, cell)));
    }

    private static string CodeOf(string cell) => cell.Split('`')[1];

    // A member of a ref struct, a static method, or statements of a method whose variable may have been declared before.
    private static string Around(string code, string cell)
    {
        if (code.StartsWith("public Builder", StringComparison.Ordinal))
            return $"public ref struct Builder {{ {Fields}{code} }}";
        if (code.StartsWith("public void", StringComparison.Ordinal))
            return $"public ref struct Builder {{ {Fields}public Builder(int n) => _owner = PacketBuffer.RentOwner(n); {code} }}";
        if (code.StartsWith("static", StringComparison.Ordinal))
            return $"static class Test {{ {code} }}";
        if (cell.Contains("is a parameter", StringComparison.Ordinal))
            return $"static class Test {{ static void M(ref PacketBuffer b, int n) {{ {code} }} }}";

        string before = code.StartsWith("if", StringComparison.Ordinal) ? "var b = PacketBuffer.Rent(10); " : "";
        return $"static class Test {{ static void M(int n) {{ {before}{code} }} }}";
    }

    private static IEnumerable<string> ErrorsOf(string code)
        => new Consumer(Declarations + code).Generate().Errors.Select(static error => error.Id).Distinct().Order(StringComparer.Ordinal);
}
