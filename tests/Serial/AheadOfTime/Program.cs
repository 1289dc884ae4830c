using PooledGen;
using PooledGen.Checking.AheadOfTime;
using Xunit.Sdk;

// xunit's assertions call these by reflection, which NativeAOT does not see.
_ = Array.Empty<int>().AsTracker();
_ = Array.Empty<PoolMisuseKind>().AsTracker();
_ = Array.Empty<PoolProbeMode>().AsTracker();

return await TestProgram.RunAsync();
