using CommunityToolkit.HighPerformance.Buffers;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.Owners;

/// <summary>
/// Snippets are members of a class in a project that uses the owners of two libraries, and that has a string builder and a lease of its own.
/// </summary>
/// <param name="id">The rule under test.</param>
public abstract class OwnerTest(string id) : FlowTest(id)
{
    private const string OwnStructs = """
        using System; using System.Buffers; using System.Threading;

        // Like the copies of the runtime's ValueStringBuilder.
        ref struct TextBuilder
        {
            private char[]? _rented;
            private Span<char> _chars;
            private int _length;

            public TextBuilder(Span<char> initial) { _rented = null; _chars = initial; _length = 0; }

            public TextBuilder(int capacity) { _rented = ArrayPool<char>.Shared.Rent(capacity); _chars = _rented; _length = 0; }

            public int Length { get => _length; set => _length = value; }

            public void Append(char c)
            {
                if (_length == _chars.Length)
                    Grow(1);
                _chars[_length++] = c;
            }

            public ReadOnlySpan<char> AsSpan() => _chars.Slice(0, _length);

            public override string ToString()
            {
                string text = _chars.Slice(0, _length).ToString();
                Dispose();
                return text;
            }

            public bool TryCopyTo(Span<char> destination, out int written)
            {
                if (_chars.Slice(0, _length).TryCopyTo(destination))
                {
                    written = _length;
                    Dispose();
                    return true;
                }
                else
                {
                    written = 0;
                    Dispose();
                    return false;
                }
            }

            public bool TryFinish()
            {
                if (_length > 5)
                    return false;
                Dispose();
                return true;
            }

            public char[]? Take() => Detach();

            public char[]? Detach()
            {
                char[]? rented = _rented;
                _rented = null;
                return rented;
            }

            private void Grow(int more)
            {
                char[] longer = ArrayPool<char>.Shared.Rent(_length + more);
                _chars.CopyTo(longer);
                char[]? old = _rented;
                _chars = _rented = longer;
                if (old != null)
                    ArrayPool<char>.Shared.Return(old);
            }

            public void Dispose()
            {
                char[]? rented = _rented;
                this = default;
                if (rented != null)
                    ArrayPool<char>.Shared.Return(rented);
            }
        }

        // It does not notice that it has returned its array.
        readonly struct Lease : IDisposable
        {
            private readonly byte[] _array;

            private Lease(byte[] array) => _array = array;

            public static Lease Take(int length) => new Lease(ArrayPool<byte>.Shared.Rent(length));

            public Span<byte> Span => _array;

            public int Length => _array.Length;

            public void Dispose() => ArrayPool<byte>.Shared.Return(_array);
        }

        // Without the interface, a using cannot end it.
        struct Segment
        {
            private byte[] _array;

            public Segment(int length) => _array = ArrayPool<byte>.Shared.Rent(length);

            public void Fill() => _array.AsSpan().Fill(1);

            public void Dispose() => ArrayPool<byte>.Shared.Return(_array);
        }

        sealed class SharedState { public bool IsReturned; }

        // All copies know that one of them has returned the array.
        readonly struct CountedLease : IDisposable
        {
            private readonly byte[] _array;
            private readonly SharedState _state;

            public CountedLease(int length) { _array = ArrayPool<byte>.Shared.Rent(length); _state = new SharedState(); }

            public void Dispose()
            {
                if (_state.IsReturned)
                    return;
                _state.IsReturned = true;
                ArrayPool<byte>.Shared.Return(_array);
            }
        }
        """;

    protected override string Wrap(string snippet) => $$"""
        using System; using System.Buffers; using System.Collections.Generic; using System.IO; using System.Runtime.CompilerServices;
        using CommunityToolkit.HighPerformance.Buffers; using D = DotNext.Buffers;
        #pragma warning disable CS0169, CS0414, CS0649
        class C
        {
            static int Read(ReadOnlySpan<byte> span) => span.Length;
            static int ReadText(ReadOnlySpan<char> span) => span.Length;
            static bool Ask() => true;
        {{snippet}}
        }
        """;

    protected override CSharpCompilation Compile(string source)
    {
        var consumer = new Consumer(source)
        {
            OtherSources = [OwnStructs],
            OtherReferences =
            [
                MetadataReference.CreateFromFile(typeof(ArrayPoolBufferWriter<>).Assembly.Location),
                MetadataReference.CreateFromFile(typeof(DotNext.Buffers.BufferWriter<>).Assembly.Location),
            ],
        };
        return consumer.Compile().RemoveReferences(consumer.Framework.Runtime);
    }
}
