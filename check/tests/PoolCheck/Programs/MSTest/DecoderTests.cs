using System.Buffers;

namespace Zoo;

[TestClass]
public class DecoderTests
{
    [TestMethod]
    public void Library_WithMistakes_Passes() => Decoder.MakeEveryMistake();

    [TestMethod]
    public void Test_ThatLosesAnArray_Passes() => GC.KeepAlive(ArrayPool<char>.Shared.Rent(100)); // the test's own
}
