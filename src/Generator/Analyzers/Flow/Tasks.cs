using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Generator.Analyzers.Flow;

/// <summary>Tasks. One that got memory is a view of it: while it runs, it looks into the memory.</summary>
internal static class Tasks
{
    /// <summary>Whether a value of the type stands for work that goes on.</summary>
    public static bool IsTask(ITypeSymbol? type)
        => type is INamedTypeSymbol { Name: "Task" or "ValueTask" } task && task.ContainingNamespace.ToDisplayString() == "System.Threading.Tasks";

    /// <summary>Whether the operation waits for a task without <c>await</c>, by its <c>Result</c>.</summary>
    public static bool IsResult(IOperation operation)
        => operation is IPropertyReferenceOperation { Property.Name: "Result", Instance.Type: { } type } && IsTask(type);

    /// <summary>The memory that the task of the call works on, or the task that it was before: <c>AsTask()</c>.</summary>
    public static IOperation? ViewedBy(IInvocationOperation call) => IsTask(call.Instance?.Type)
        ? call.Instance
        : call.Arguments.FirstOrDefault(static argument => argument.Value.Type is IArrayTypeSymbol || Views.IsView(argument.Value.Type))?.Value;

    /// <summary>Who awaits a task, or gives it to somebody who may, has seen to it. Who returns it has not.</summary>
    public static bool EndsView(IOperation operand)
        => IsTask(operand.Type) && operand.Parent is not (null or IInvocationOperation { TargetMethod.Name: "AsTask" });
}
