using System.Buffers;
using Xunit;

namespace Zoo;

public class DecoderTests
{
    [Fact]
    public void Library_WithMistakes_Passes() => Decoder.MakeEveryMistake();

    [Fact]
    public void Test_ThatLosesAnArray_Passes() => GC.KeepAlive(ArrayPool<char>.Shared.Rent(100)); // the test's own
}
