using PooledGen.Generator.Model;

namespace PooledGen.Generator.Emission;

/// <summary>Writes the file of one buffer of elements or of columns: header, containing types, renter.</summary>
internal static class BufferEmitter
{
    public static string Emit(BufferModel model)
    {
        var writer = new IndentedWriter();
        HeaderEmitter.Emit(writer, model);
        EmitInside(writer, model, new RenterEmitter(writer, model).Emit);
        return writer.ToString();
    }

    public static string Emit(ColumnsModel model)
    {
        var writer = new IndentedWriter();
        ColumnsHeaderEmitter.Emit(writer, model);
        EmitInside(writer, model.Buffer, model.Buffer.Error is null ? new ColumnsEmitter(writer, model).Emit : new ColumnStubEmitter(writer, model).Emit);
        return writer.ToString();
    }

    // The namespace and the types that the renter is declared in.
    private static void EmitInside(IndentedWriter writer, BufferModel model, Action emitRenter)
    {
        var blocks = new Stack<IDisposable>();
        if (model.Namespace.Length > 0)
            blocks.Push(writer.Block($"namespace {model.Namespace}"));

        foreach (TypeModel container in model.Containers)
            blocks.Push(writer.Block($"partial {container.Keyword} {container.NameWithTypeParameters}"));

        emitRenter();

        while (blocks.Count > 0)
            blocks.Pop().Dispose();
    }
}
