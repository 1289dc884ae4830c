using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Generator.Analyzers.Flow;

/// <summary>Recognizes tasks. A task that received memory is a view of it, because it uses the memory while it runs.</summary>
internal static class Tasks
{
    /// <summary>Whether a value of the type represents work in progress.</summary>
    public static bool IsTask(ITypeSymbol? type)
        => type is INamedTypeSymbol { Name: "Task" or "ValueTask" } task && task.ContainingNamespace.ToDisplayString() == "System.Threading.Tasks";

    /// <summary>Whether the operation waits for a task by <c>Result</c> instead of <c>await</c>.</summary>
    public static bool IsResult(IOperation operation)
        => operation is IPropertyReferenceOperation { Property.Name: "Result", Instance.Type: { } type } && IsTask(type);

    /// <summary>The memory that the call's task works on, or the original task of <c>AsTask()</c>.</summary>
    public static IOperation? ViewedBy(IInvocationOperation call) => IsTask(call.Instance?.Type)
        ? call.Instance
        : call.Arguments.FirstOrDefault(static argument => argument.Value.Type is IArrayTypeSymbol || Views.IsView(argument.Value.Type))?.Value;

    /// <summary>Whether this use ends the view: awaiting a task does, and so does passing it to code that may await it. Returning it does not.</summary>
    public static bool EndsView(IOperation operand)
        => IsTask(operand.Type) && operand.Parent is not (null or IInvocationOperation { TargetMethod.Name: "AsTask" });
}
