namespace System.Runtime.CompilerServices;

// The compiler of the consuming project finds it by its name, so it need not be public.
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Interface, Inherited = false)]
internal sealed class CollectionBuilderAttribute(Type builderType, string methodName) : Attribute
{
    public Type BuilderType { get; } = builderType;

    public string MethodName { get; } = methodName;
}
