using System.Collections.Concurrent;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Generator.Analyzers.Flow;

/// <summary>
/// What the methods of a compilation do with what they are given, as far as their source is in it. Each is read once, when a body that is followed
/// calls it. Safe from any thread.
/// </summary>
internal sealed class Callees(Compilation compilation)
{
    // A longer one does enough for something in it to fail.
    private const int MaxLengthOfHelper = 6000;
    private const int MaxDepth = 6;

    // They say that the code is wrong, not that something failed.
    private static readonly HashSet<string> s_assertions =
    [
        "System.ArgumentException", "System.ObjectDisposedException", "System.NotSupportedException", "System.NotImplementedException",
        "System.IndexOutOfRangeException", "System.Diagnostics.UnreachableException", "System.OutOfMemoryException",
    ];

    private readonly ConcurrentDictionary<IMethodSymbol, IOperation?> _bodies = new(SymbolEqualityComparer.Default);

    private readonly ConcurrentDictionary<Compilation, Callees> _projects = new();

    // By depth, because the depth is what ends recursion: an answer then does not depend on which thread asks first.
    private readonly ConcurrentDictionary<IMethodSymbol, bool>[] _throws = DepthCache.Create<IMethodSymbol, bool>(MaxDepth);

    /// <summary>The code of a method; null where this compilation does not have it, or it may be another one's at run time.</summary>
    public IOperation? BodyOf(IMethodSymbol method, CancellationToken cancellation)
    {
        IMethodSymbol declared = DeclarationOf(method);
        return declared.DeclaringSyntaxReferences.IsEmpty ? null : _bodies.GetOrAdd(declared, _ => Bind(declared, cancellation));
    }

    /// <summary>The symbol that the code of a called method refers to: not reduced, not constructed, and of two partial parts the one with the body.</summary>
    public static IMethodSymbol DeclarationOf(IMethodSymbol method)
    {
        IMethodSymbol declared = method.ReducedFrom ?? method;
        return (declared.PartialImplementationPart ?? declared).OriginalDefinition;
    }

    /// <summary>Whether an exception is a normal thing to expect of a method or a constructor.</summary>
    public bool MayThrow(IMethodSymbol method, CancellationToken cancellation, int depth = 0)
    {
        if (KnownMethods.IsQuietByContract(method))
            return false;

        if (Framework.Owns(method))
            return KnownMethods.MayThrow(method);

        if (IsNative(method) || IsWrittenByAGenerator(method))
            return false;

        if (depth <= MaxDepth && OtherProjectOf(method) is { } other)
            return other.MayThrow(method, cancellation, depth);

        if (method.DeclaringSyntaxReferences.IsEmpty)
            return !(method.IsImplicitlyDeclared || method is { MethodKind: MethodKind.Constructor, Parameters.IsEmpty: true });

        if (depth > MaxDepth)
            return true;

        IMethodSymbol declared = (method.ReducedFrom ?? method).OriginalDefinition;
        return _throws[depth].GetOrAdd(declared, _ => IsLong(declared) || BodyOf(declared, cancellation) is not { } body
            || body.DescendantsAndSelf().WithCheckpoints(cancellation).Any(operation => MayThrow(operation, declared, depth, cancellation)));
    }

    // In an editor the source of a project that this one refers to is at hand. A build has its assembly only.
    private Callees? OtherProjectOf(IMethodSymbol method)
        => method.DeclaringSyntaxReferences is [var declaration, ..]
            && !compilation.ContainsSyntaxTree(declaration.SyntaxTree)
            && compilation.GetMetadataReference(method.ContainingAssembly) is CompilationReference { Compilation: var other }
            && other.ContainsSyntaxTree(declaration.SyntaxTree)
                ? _projects.GetOrAdd(other, static other => new Callees(other))
                : null;

    // Native code reports a failure by its result, unless the declaration asks the runtime for an exception.
    private static bool IsNative(IMethodSymbol method)
        => method.GetDllImportData() is not null && method.MethodImplementationFlags.HasFlag(MethodImplAttributes.PreserveSig);

    // Where the generator has run, the code is there. Where it has not, such as for the import of a native method, it does not say anything.
    private static bool IsWrittenByAGenerator(IMethodSymbol method) => method is { IsPartialDefinition: true, PartialImplementationPart: null };

    // What throws where the code is wrong, such as an index or a cast, is left out here as it is in the body that is followed.
    private bool MayThrow(IOperation operation, IMethodSymbol around, int depth, CancellationToken cancellation) => operation switch
    {
        IThrowOperation { Exception: var exception } => !IsAssertion(exception, around),
        IAwaitOperation or IDynamicInvocationOperation or IFunctionPointerInvocationOperation => true,
        IPropertyReferenceOperation => Tasks.IsResult(operation),
        IInvocationOperation { IsVirtual: true, TargetMethod: { IsSealed: false } method }
            when !Framework.Owns(method) && !KnownMethods.IsQuietByContract(method) => true,
        IInvocationOperation call => Calls.MayThrow(call, this, cancellation, depth + 1),
        IObjectCreationOperation { Constructor: { } constructor } => MayThrow(constructor, cancellation, depth + 1),
        _ => false,
    };

    private static bool IsAssertion(IOperation? exception, IMethodSymbol around)
    {
        IOperation? created = exception is IConversionOperation conversion ? conversion.Operand : exception;
        for (ITypeSymbol? type = created?.Type; type is not null; type = type.BaseType)
        {
            string name = Framework.FullNameOf(type);
            if (s_assertions.Contains(name) || (name == "System.FormatException" && KnownMethods.IsFormatting(around)))
                return true;
        }

        return false;
    }

    // A primary constructor is its type's declaration: it assigns.
    private static bool IsLong(IMethodSymbol method)
        => method.DeclaringSyntaxReferences.Any(static reference => reference.Span.Length > MaxLengthOfHelper)
            && !(method.MethodKind == MethodKind.Constructor && IsTypeDeclaration(method));

    private static bool IsTypeDeclaration(IMethodSymbol constructor)
        => constructor.DeclaringSyntaxReferences[0].GetSyntax() is Microsoft.CodeAnalysis.CSharp.Syntax.TypeDeclarationSyntax;

    private IOperation? Bind(IMethodSymbol method, CancellationToken cancellation)
    {
        SyntaxNode syntax = method.DeclaringSyntaxReferences[0].GetSyntax(cancellation);
        return compilation.ContainsSyntaxTree(syntax.SyntaxTree) ? compilation.GetSemanticModel(syntax.SyntaxTree).GetOperation(syntax, cancellation) : null;
    }
}
