using System;
using System.Buffers;
using System.IO;
using System.Security.Cryptography;
using System.Text;

namespace Corpus.Raw;

internal static class Hashing
{
    public static byte[] HashText(string text)
    {
        byte[] utf8 = ArrayPool<byte>.Shared.Rent(Encoding.UTF8.GetMaxByteCount(text.Length));
        try
        {
            int length = Encoding.UTF8.GetBytes(text, 0, text.Length, utf8, 0);
            return SHA256.HashData(utf8.AsSpan(0, length));
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(utf8);
        }
    }

    public static byte[] HashFile(string path)
    {
        using FileStream file = File.OpenRead(path);
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        byte[] block = ArrayPool<byte>.Shared.Rent(64 * 1024);
        try
        {
            for (int read; (read = file.Read(block)) > 0;)
                hash.AppendData(block, 0, read);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(block);
        }

        return hash.GetHashAndReset();
    }

    public static byte[] HashNumbers(ReadOnlySpan<int> numbers)
    {
        byte[] bytes = ArrayPool<byte>.Shared.Rent(numbers.Length * sizeof(int));
        try
        {
            for (int i = 0; i < numbers.Length; i++)
                BitConverter.TryWriteBytes(bytes.AsSpan(i * sizeof(int)), numbers[i]);

            return SHA256.HashData(bytes); // PG0205
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(bytes);
        }
    }

    public static bool VerifyMac(byte[] key, byte[] message, ReadOnlySpan<byte> expected)
    {
        byte[] mac = ArrayPool<byte>.Shared.Rent(HMACSHA256.HashSizeInBytes);
        try
        {
            HMACSHA256.HashData(key, message, mac);
            return CryptographicOperations.FixedTimeEquals(mac, expected); // PG0205
        }
        finally
        {
            CryptographicOperations.ZeroMemory(mac);
            ArrayPool<byte>.Shared.Return(mac);
        }
    }

    public static string Token(int length)
    {
        byte[] random = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            RandomNumberGenerator.Fill(random.AsSpan(0, length));
            return Convert.ToBase64String(random, 0, length);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(random, clearArray: true);
        }
    }

    public static byte[] Sign(byte[] key, string text)
    {
        byte[] utf8 = ArrayPool<byte>.Shared.Rent(text.Length * 3); // only a mistake of the caller loses it
        if (key.Length < 16)
            throw new ArgumentException("The key is too short.", nameof(key));

        int length = Encoding.UTF8.GetBytes(text, utf8);
        byte[] signature = HMACSHA256.HashData(key, utf8.AsSpan(0, length));
        ArrayPool<byte>.Shared.Return(utf8);
        return signature;
    }

    public static string Fingerprint(ReadOnlySpan<byte> data)
    {
        byte[] hash = ArrayPool<byte>.Shared.Rent(SHA256.HashSizeInBytes);
        try
        {
            SHA256.HashData(data, hash);
            return Convert.ToHexString(hash); // PG0205
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(hash);
        }
    }

    public static byte[] Encrypt(Aes aes, ReadOnlySpan<byte> plain, byte[] iv)
    {
        int length = aes.GetCiphertextLengthCbc(plain.Length);
        byte[] cipher = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            if (!aes.TryEncryptCbc(plain, iv, cipher, out int written))
                throw new CryptographicException("The buffer is too small.");

            return cipher.AsSpan(0, written).ToArray();
        }
        finally
        {
            CryptographicOperations.ZeroMemory(cipher.AsSpan(0, length));
            ArrayPool<byte>.Shared.Return(cipher);
        }
    }
}
