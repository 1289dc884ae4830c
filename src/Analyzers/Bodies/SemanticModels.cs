using Microsoft.CodeAnalysis;

namespace PooledGen.Analyzers.Bodies;

/// <summary>Finds the semantic models of other files.</summary>
internal static class SemanticModels
{
    /// <summary>A model of a tree of the same compilation: this model if the tree is its own, because it has bound a part of it already.</summary>
    public static SemanticModel Of(this SemanticModel model, SyntaxTree tree)
        => tree == model.SyntaxTree ? model : model.Compilation.GetSemanticModel(tree);
}
