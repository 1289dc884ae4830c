using System.Buffers;

namespace Zoo;

public class DecoderTests
{
    [Test]
    public void Library_WithMistakes_Passes() => Decoder.MakeEveryMistake();

    [Test]
    public void Test_ThatLosesAnArray_Passes() => GC.KeepAlive(ArrayPool<char>.Shared.Rent(100)); // the test's own
}
