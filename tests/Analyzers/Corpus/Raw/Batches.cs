using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;

namespace Corpus.Raw;

internal sealed record Order(int Id, string Customer, decimal Amount);

internal static class Batches
{
    public static decimal TopTen(IEnumerable<Order> orders, int count)
    {
        Order[] sorted = ArrayPool<Order>.Shared.Rent(count);
        try
        {
            int n = 0;
            foreach (Order order in orders.Take(count))
                sorted[n++] = order;

            Array.Sort(sorted, 0, n, Comparer<Order>.Create((a, b) => b.Amount.CompareTo(a.Amount)));
            decimal sum = 0;
            for (int i = 0; i < Math.Min(10, n); i++)
                sum += sorted[i].Amount;

            return sum;
        }
        finally
        {
            ArrayPool<Order>.Shared.Return(sorted); // PG0206
        }
    }

    public static void Save(IReadOnlyList<Order> orders, Action<Order[], int> write)
    {
        Order[] batch = ArrayPool<Order>.Shared.Rent(orders.Count);
        int count = 0;
        try
        {
            foreach (Order order in orders)
                batch[count++] = order;

            write(batch, count);
        }
        finally
        {
            Array.Clear(batch, 0, count);
            ArrayPool<Order>.Shared.Return(batch);
        }
    }

    public static Dictionary<string, int> Rank(string[] names)
    {
        KeyValuePair<string, int>[] ranked = ArrayPool<KeyValuePair<string, int>>.Shared.Rent(names.Length);
        try
        {
            for (int i = 0; i < names.Length; i++)
                ranked[i] = new(names[i], i);

            return ranked.Take(names.Length).ToDictionary(pair => pair.Key, pair => pair.Value);
        }
        finally
        {
            ArrayPool<KeyValuePair<string, int>>.Shared.Return(ranked); // PG0206
        }
    }

    public static void SortByKey(int[] keys, double[] values)
    {
        int[] sortedKeys = ArrayPool<int>.Shared.Rent(keys.Length);
        double[] sortedValues = ArrayPool<double>.Shared.Rent(values.Length);
        try
        {
            keys.CopyTo(sortedKeys, 0);
            values.CopyTo(sortedValues, 0);
            sortedKeys.AsSpan(0, keys.Length).Sort(sortedValues.AsSpan(0, values.Length));
            for (int i = 0; i < keys.Length; i++)
                values[i] = sortedValues[i] * sortedKeys[i];
        }
        finally
        {
            ArrayPool<int>.Shared.Return(sortedKeys);
            ArrayPool<double>.Shared.Return(sortedValues);
        }
    }

    public static double Mean(IEnumerable<double> samples, int count)
    {
        double[] values = ArrayPool<double>.Shared.Rent(count);
        try
        {
            int n = 0;
            foreach (double sample in samples)
                values[n++] = sample;

            double sum = 0;
            for (int i = 0; i < values.Length; i++) // PG0205
                sum += values[i];

            return sum / n;
        }
        finally
        {
            ArrayPool<double>.Shared.Return(values);
        }
    }

    public static int Process(IEnumerable<int[]> batches, Func<int[], int, bool> accept)
    {
        int accepted = 0;
        foreach (int[] batch in batches)
        {
            int[] copy = ArrayPool<int>.Shared.Rent(batch.Length); // PG0203
            batch.CopyTo(copy, 0);
            if (!accept(copy, batch.Length))
                continue;

            accepted++;
            ArrayPool<int>.Shared.Return(copy);
        }

        return accepted;
    }

    public static double Median(double[] values)
    {
        if (values.Length == 0)
            return double.NaN;

        double[] sorted = ArrayPool<double>.Shared.Rent(values.Length);
        try
        {
            Array.Copy(values, sorted, values.Length);
            Array.Sort(sorted, 0, values.Length);
            int middle = values.Length / 2;
            return values.Length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        }
        finally
        {
            ArrayPool<double>.Shared.Return(sorted);
        }
    }

    public static string[] Matches(IEnumerable<string> lines, string word, int max)
    {
        string[] found = ArrayPool<string>.Shared.Rent(max); // PG0204
        int count = 0;
        foreach (string line in lines)
        {
            if (!line.Contains(word, StringComparison.Ordinal))
                continue;

            found[count++] = line;
            if (count == max)
            {
                string[] all = found.AsSpan(0, count).ToArray();
                found.AsSpan(0, count).Clear();
                ArrayPool<string>.Shared.Return(found);
                return all;
            }
        }

        string[] some = found.AsSpan(0, count).ToArray();
        found.AsSpan(0, count).Clear();
        ArrayPool<string>.Shared.Return(found);
        return some;
    }

    public static int ParallelSum(int[] numbers)
    {
        int[] partial = ArrayPool<int>.Shared.Rent(Environment.ProcessorCount); // PG0204
        Array.Clear(partial, 0, Environment.ProcessorCount);
        for (int i = 0; i < numbers.Length; i++)
            partial[i % Environment.ProcessorCount] += numbers[i];

        int sum = partial.Sum(); // PG0205
        ArrayPool<int>.Shared.Return(partial);
        return sum;
    }
}
