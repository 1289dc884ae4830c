namespace PooledGen.Generator.Model;

/// <summary>One emitted file.</summary>
/// <param name="HintName">The file's name.</param>
/// <param name="Errors">The errors that the file reports; empty if the declaration breaks no rule, or if the analyzer reports them.</param>
/// <param name="Members">The members of the type; null if the declaration breaks a rule without members.</param>
internal sealed record FileModel(string HintName, EquatableArray<DeclarationError> Errors, BufferModel? Members);
