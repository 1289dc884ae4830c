namespace PooledGen.PoolCheck.Tests;

/// <summary>The names that compilers make, and what a person reads. A number would change by an edit elsewhere, and with it the keys of baselines.</summary>
public class MethodNameTests
{
    [Theory]
    [InlineData("Net.Decoder.Read(Stream stream)", "Net.Decoder.Read(Stream stream)")]
    [InlineData("Net.Decoder..ctor(Int32 size)", "Net.Decoder..ctor(Int32 size)")]
    [InlineData("Net.List`1.Add(T item)", "Net.List`1.Add(T item)")]
    [InlineData("Net.Decoder.<Read>d__3.MoveNext()", "Net.Decoder.Read()")]
    [InlineData("Net.Decoder.<Read>d__3`1.MoveNext()", "Net.Decoder.Read()")]
    [InlineData("Net.Decoder.<>c.<Read>b__29_0(Int32 x)", "Net.Decoder.Read.lambda(Int32 x)")]
    [InlineData("Net.Decoder.<>c__29`1.<Read>b__29_0(T x)", "Net.Decoder.Read.lambda(T x)")]
    [InlineData("Net.Decoder.<>c__DisplayClass8_0.<Read>b__0()", "Net.Decoder.Read.lambda()")]
    [InlineData("Net.Decoder.<>c__DisplayClass8_0`1.<Read>b__1()", "Net.Decoder.Read.lambda()")]
    [InlineData("Net.Decoder.<Read>b__29_0()", "Net.Decoder.Read.lambda()")]
    [InlineData("Net.Decoder.<Read>g__Next|4_0(Int32 x)", "Net.Decoder.Read.Next(Int32 x)")]
    [InlineData("Net.Decoder.<>c__DisplayClass82_0.<Read>g__Next|0()", "Net.Decoder.Read.Next()")]
    [InlineData("Net.Decoder.<>c__DisplayClass82_0.<<Read>g__Next|0>d.MoveNext()", "Net.Decoder.Read.Next()")]
    [InlineData("Net.Decoder.<>c.<<Read>b__29_0>d.MoveNext()", "Net.Decoder.Read.lambda()")]
    [InlineData("Net.Decoder.<>c.<<Read>b__29_0>d__1`1.MoveNext()", "Net.Decoder.Read.lambda()")]
    [InlineData("Program.<Main>$(String[] args)", "Program.Main(String[] args)")]
    [InlineData("Program.<<Main>$>g__Work|0_1()", "Program.Main.Work()")]
    [InlineData("Program.<>c.<<Main>$>b__0_0(Int32 x)", "Program.Main.lambda(Int32 x)")]
    [InlineData("Program.<<<Main>$>g__WorkAsync|0_1>d.MoveNext()", "Program.Main.WorkAsync()")]
    [InlineData(
        "Net.<Decoder>F0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF__Inner.Read()", "Net.Inner.Read()")]
    [InlineData("Net.Decoder.read@12-1.Invoke(Unit unit)", "Net.Decoder.read.Invoke(Unit unit)")]
    [InlineData("Net.Decoder._Closure$__1-0._Lambda$__2(Int32 x)", "Net.Decoder.lambda(Int32 x)")]
    [InlineData("Net.Decoder._Closure$__._Lambda$__R2-1()", "Net.Decoder.lambda()")]
    [InlineData("Net.Decoder.VB$StateMachine_3_ReadAsync.MoveNext()", "Net.Decoder.ReadAsync()")]
    public void Readable_OfAMethod_HasNoNumberOfTheCompiler(string method, string expected) => Assert.Equal(expected, MethodName.Readable(method));
}
