using PooledGen.Generator.Model;

namespace PooledGen.Generator.Emission;

/// <summary>Writes the file of one buffer: header, containing types, renter.</summary>
internal static class BufferEmitter
{
    public static string Emit(BufferModel model)
    {
        var writer = new IndentedWriter();
        HeaderEmitter.Emit(writer, model);

        var blocks = new Stack<IDisposable>();
        if (model.Namespace.Length > 0)
            blocks.Push(writer.Block($"namespace {model.Namespace}"));

        foreach (TypeModel container in model.Containers)
            blocks.Push(writer.Block($"partial {container.Keyword} {container.NameWithTypeParameters}"));

        new RenterEmitter(writer, model).Emit();

        while (blocks.Count > 0)
            blocks.Pop().Dispose();

        return writer.ToString();
    }
}
