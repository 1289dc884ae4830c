using PooledGen.PoolCheck;
using System.Diagnostics;
using var cts = new CancellationTokenSource();
cts.CancelAfter(int.Parse(args[1]) * 1000);
var r = args[0].EndsWith(".nettrace") ? TraceReader.Read(args[0], TimeSpan.FromSeconds(1)) : new ProcessWatch(int.Parse(args[0]), TimeSpan.FromSeconds(1)).Run(cts.Token);
Console.WriteLine($"{r.State} {r.Reason} {r.Rents} rents {r.Watched} {string.Join(" ", r.Remarks)} mem {Process.GetCurrentProcess().PeakWorkingSet64>>20}");
foreach (var f in r.Findings) { Console.WriteLine($"{f.Count}x {f.Sentence}"); foreach (var c in new[]{f.Rented,f.Returned,f.Again}) if (c is {}) { Console.WriteLine(" --"); foreach (var x in c.Frames.Take(5)) Console.WriteLine("   " + x); } }
foreach (var c in r.Callers.Take(5)) Console.WriteLine(c);
