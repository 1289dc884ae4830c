using BenchmarkDotNet.Running;
using PooledGen.Bench;

BenchmarkSwitcher.FromAssembly(typeof(Program).Assembly).Run(args, new Config());
