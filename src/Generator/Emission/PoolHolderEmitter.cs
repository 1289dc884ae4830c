using PooledGen.Generator.Model;
using static PooledGen.Generator.Emission.MemberText;

namespace PooledGen.Generator.Emission;

/// <summary>Writes the nested class that creates the pool of a renter of elements or of columns.</summary>
internal static class PoolHolderEmitter
{
    /// <summary>Writes the class.</summary>
    /// <param name="writer">The writer, inside the renter.</param>
    /// <param name="model">The buffer, whose pool has size classes of elements or of rows.</param>
    /// <param name="element">The element type of the pool.</param>
    /// <param name="remark">A comment above the pool; empty for none.</param>
    /// <param name="slowRent">A method that rents for one shape of pool only; empty for none.</param>
    public static void Emit(IndentedWriter writer, BufferModel model, string element, string remark = "", string slowRent = "")
    {
        writer.Write($"""
            // A class of its own, so that a static field of your own part may rent while it is initialised.
            {Generated}
            """);
        using (writer.Block("private static class PoolHolder"))
        {
            writer.WriteIf(remark.Length > 0, $"// {remark}");
            writer.Write($"""
                internal static readonly global::PooledGen.BufferPool<{element}> Pool
                    = {Services}.PoolFactory.{Create(model.Pool)}<{element}>(
                        contract: {EmittedContract.Version},
                        name: {Name(model)},
                        minLength: {model.Pool.SizeClasses.MinLength},
                        maxLength: {model.Pool.MaxLength},{Classes(model.Pool)}{Storage(model.Pool)}{Pressure(model.Pool)}
                        threadDepth: {model.Pool.ThreadDepth},
                        oversize: global::PooledGen.OversizePolicy.{model.Pool.Oversize},
                        clear: global::PooledGen.ClearPolicy.{model.Pool.Clear},{Budget(model.Pool)}
                        threadStacks: ThreadStacks);

                private static ref {Services}.ThreadStack[]? ThreadStacks() => ref t_stacks;
                """);
            writer.WriteIf(slowRent.Length > 0, slowRent);
        }

        writer.WriteBlankLine();
    }

    // The pools of a generic type differ in its type arguments, so each gets its own name.
    private static string Name(BufferModel model)
        => model.IsGeneric ? $"{Services}.PoolFactory.NameOf(typeof({model.Renter.NameWithTypeParameters}))" : $"\"{model.DisplayName}\"";

    // CreateWithClasses takes the classes per doubling, and CreateWithStorage the storage, too. Other pools use Create, which keeps its old signature.
    private static string Create(PoolModel pool) => pool.HasStableAddress ? "CreateWithStorage" : pool.HasFinerClasses ? "CreateWithClasses" : "Create";

    private static string Classes(PoolModel pool)
        => pool.HasFinerClasses || pool.HasStableAddress ? $"\n        classesPerDoubling: {pool.ClassesPerDoubling}," : "";

    private static string Storage(PoolModel pool)
        => pool.HasStableAddress ? $"\n        storage: global::PooledGen.BufferStorage.{pool.Storage},\n        alignment: {pool.Alignment}," : "";

    private static string Pressure(PoolModel pool) => pool.MemoryPressure ? "\n        memoryPressure: true," : "";

    private static string Budget(PoolModel pool) => pool.MaxRetainedBytes is { } bytes ? $"\n        maxRetainedBytes: {bytes}," : "";
}
