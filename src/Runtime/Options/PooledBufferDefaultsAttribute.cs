namespace PooledGen;

/// <summary>
/// The options for every pooled buffer of the assembly that does not set them itself:
/// <c>[assembly: PooledBufferDefaults(MaxLength = 65536, Oversize = OversizePolicy.Throw)]</c>
/// </summary>
[AttributeUsage(AttributeTargets.Assembly)]
public sealed class PooledBufferDefaultsAttribute : PooledBufferOptionsAttribute;
