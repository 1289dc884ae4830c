using Microsoft.CodeAnalysis.FlowAnalysis;

namespace PooledGen.Analyzers.Flow;

/// <summary>A block in the form that the solver uses.</summary>
/// <param name="Block">The compiler's block.</param>
/// <param name="Steps">The events in the block.</param>
/// <param name="Guard">The effect of its condition; null if it has none.</param>
/// <param name="Answer">The constant answer of its condition, such as that of <c>while (true)</c>; otherwise null.</param>
/// <param name="IsInFinally">Whether it belongs to a finally block.</param>
/// <param name="IsInCatch">Whether it belongs to a catch block.</param>
internal sealed record FlowBlock(BasicBlock Block, Step[] Steps, Guard? Guard, bool? Answer, bool IsInFinally, bool IsInCatch);
