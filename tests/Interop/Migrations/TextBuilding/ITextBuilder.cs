namespace PooledGen.Interop.Tests.Migrations.TextBuilding;

/// <summary>What both versions of the text builder do, so that the same tests and the same measurement run over both.</summary>
public interface ITextBuilder<TSelf> : IDisposable
    where TSelf : struct, ITextBuilder<TSelf>
{
    static abstract TSelf Create(int capacity);

    int Length { get; }

    void Append(char value);

    void Append(string value);

    void Append(int value);

    void CopyTo(Span<char> destination);

    void WriteTo(TextWriter writer);
}
