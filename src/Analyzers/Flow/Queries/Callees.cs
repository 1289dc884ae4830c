using System.Collections.Concurrent;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Flow;

/// <summary>
/// Finds the code of the methods that a followed body calls, and which exceptions the code around a call must expect. Each method is read once, when a body
/// calls it. This type is thread-safe.
/// </summary>
internal sealed class Callees(Compilation compilation)
{
    // A method longer than this is not read. It is assumed to throw because of the program's own state.
    private const int MaxLengthOfHelper = 6000;
    private const int MaxDepth = 6;

    // These exceptions indicate a bug in the code, not a failed operation.
    private static readonly HashSet<string> s_assertions =
    [
        "System.ArgumentException", "System.ObjectDisposedException", "System.NotSupportedException", "System.NotImplementedException",
        "System.IndexOutOfRangeException", "System.Diagnostics.UnreachableException", "System.OutOfMemoryException",
    ];

    private static readonly string[] s_wordsOfAssertions =
        ["Argument", "OutOfRange", "InvalidOperation", "Disposed", "NotSupported", "NotImplemented", "Unreachable"];

    private readonly ConcurrentDictionary<IMethodSymbol, IOperation?> _bodies = new(SymbolEqualityComparer.Default);

    private readonly ConcurrentDictionary<Compilation, Callees> _projects = new();

    // One table for each depth, because the depth limit ends recursion: an answer then does not depend on which thread asks first.
    private readonly ConcurrentDictionary<IMethodSymbol, Failure>[] _failures = DepthCache.Create<IMethodSymbol, Failure>(MaxDepth);

    /// <summary>The code of a method; null if this compilation does not contain it, or another override may run instead.</summary>
    public IOperation? BodyOf(IMethodSymbol method, CancellationToken cancellation)
    {
        IMethodSymbol declared = DeclarationOf(method);
        return declared.DeclaringSyntaxReferences.IsEmpty ? null : _bodies.GetOrAdd(declared, _ => Bind(declared, cancellation));
    }

    /// <summary>The symbol that a called method's code refers to: not reduced, not constructed, and the part with the body if the method is partial.</summary>
    public static IMethodSymbol DeclarationOf(IMethodSymbol method)
    {
        IMethodSymbol declared = method.ReducedFrom ?? method;
        return (declared.PartialImplementationPart ?? declared).OriginalDefinition;
    }

    /// <summary>
    /// The parameter as the code of its method mentions it; null if the code does not. A member of an extension block can be called as a static method, which
    /// has parameters of its own, the receiver first.
    /// </summary>
    public static IParameterSymbol? ParameterIn(IOperation body, IParameterSymbol parameter, CancellationToken cancellation)
    {
        IMethodSymbol called = DeclarationOf((IMethodSymbol)parameter.ContainingSymbol);
        if (body.SemanticModel?.GetDeclaredSymbol(body.Syntax, cancellation) is not IMethodSymbol declared)
            return called.Parameters[parameter.Ordinal];

        int receivers = called.Parameters.Length - declared.Parameters.Length;
        return parameter.Ordinal < receivers ? ReceiverIn(body, cancellation) : declared.Parameters[parameter.Ordinal - receivers];
    }

    /// <summary>
    /// The parameter that a member of an extension block has its receiver in; null if the code does not mention it. The compiler that this project references
    /// does not know such blocks, but no other parameter belongs to a type.
    /// </summary>
    public static IParameterSymbol? ReceiverIn(IOperation body, CancellationToken cancellation) => body.Descendants().WithCheckpoints(cancellation)
        .OfType<IParameterReferenceOperation>()
        .Select(static mention => mention.Parameter)
        .FirstOrDefault(static parameter => parameter.ContainingSymbol is INamedTypeSymbol);

    /// <summary>Whether the symbol is a member of an extension block, which gets its receiver as an argument. The type of such a block has no name.</summary>
    public static bool IsOfAnExtensionBlock(ISymbol member) => member.ContainingType is { Name: "", IsAnonymousType: false };

    /// <summary>Which exception the code around a call must expect.</summary>
    public Failure FailureOf(IInvocationOperation call, CancellationToken cancellation, int depth = 0)
    {
        IMethodSymbol method = call.TargetMethod;
        return method.ContainingType is null
            || method.Name.StartsWith("get_", StringComparison.Ordinal)
            || Tasks.IsTask(call.Type) // a task's exception is thrown where the task is awaited
            || Iterators.IsDeferred(call)
            || IsLeftOut(call) ? Failure.None
            : IsForeignDelegate(call) || IsForeignSequence(call) ? Failure.Outside
            : method.MethodKind == MethodKind.DelegateInvoke ? Failure.Inside
            : GivesForeignCode(call, cancellation) ? Failure.Outside
            : FailureOf(method, cancellation, depth);
    }

    /// <summary>
    /// Whether the value is a parameter of this private method. Its callers are of the same type, so their code decides whether a delegate or a sequence comes
    /// from outside.
    /// </summary>
    public static bool IsGivenByOwnType(IOperation value, ISymbol around)
        => around is IMethodSymbol { DeclaredAccessibility: Accessibility.Private, MethodKind: MethodKind.Ordinary }
            && Conversions.Unwrap(value) is IParameterReferenceOperation { Parameter.ContainingSymbol: var declaring }
            && SymbolEqualityComparer.Default.Equals(declaring, around);

    // Whether a private method gets a delegate, or a sequence, that other code has given, and calls or reads it.
    private bool GivesForeignCode(IInvocationOperation call, CancellationToken cancellation)
        => call.TargetMethod.DeclaredAccessibility == Accessibility.Private
            && call.Arguments.Any(argument => argument.Parameter is { } parameter
                && (parameter.Type.TypeKind == TypeKind.Delegate ? IsGiven(Conversions.Unwrap(argument.Value)) : IsForeignSequence(argument.Value))
                && BodyOf(call.TargetMethod, cancellation) is { } body
                && body.Descendants().WithCheckpoints(cancellation).Any(operation => Calls(operation, parameter.OriginalDefinition)));

    private static bool Calls(IOperation operation, IParameterSymbol parameter) => operation switch
    {
        IInvocationOperation { TargetMethod.MethodKind: MethodKind.DelegateInvoke, Instance: { } called } => Is(called, parameter),
        IForEachLoopOperation { Collection: var collection } => IsForeignSequence(collection) && Is(collection, parameter),
        IInvocationOperation { Instance: { } sequence } call => IsForeignSequence(call) && Is(sequence, parameter),
        _ => false,
    };

    private static bool Is(IOperation value, IParameterSymbol parameter)
        => Conversions.Unwrap(value) is IParameterReferenceOperation mention && SymbolEqualityComparer.Default.Equals(mention.Parameter, parameter);

    /// <summary>Which exception callers of a method or a constructor must expect.</summary>
    public Failure FailureOf(IMethodSymbol method, CancellationToken cancellation, int depth = 0)
    {
        if (KnownMethods.IsQuietByContract(method))
            return Failure.None;

        if (Framework.Owns(method))
            return KnownMethods.FailureOf(method);

        if (IsNative(method) || IsWrittenByAGenerator(method))
            return Failure.None;

        if (depth <= MaxDepth && OtherProjectOf(method) is { } other)
            return other.FailureOf(method, cancellation, depth);

        if (method.DeclaringSyntaxReferences.IsEmpty)
        {
            return method.IsImplicitlyDeclared || method is { MethodKind: MethodKind.Constructor, Parameters.IsEmpty: true }
                ? Failure.None
                : FailureByName(method);
        }

        if (method.GetDllImportData() is not null)
            return Failure.Outside;

        if (depth > MaxDepth)
            return Failure.Inside;

        IMethodSymbol declared = (method.ReducedFrom ?? method).OriginalDefinition;
        return _failures[depth].GetOrAdd(
            declared, _ => !IsLong(declared) && BodyOf(declared, cancellation) is { } body
                ? FailureIn(body, declared, depth, cancellation)
                : FailureByName(declared));
    }

    /// <summary>Which exception callers of a method must expect whose code is not known.</summary>
    public static Failure FailureByName(IMethodSymbol method) => KnownMethods.IsReachedByName(method) ? Failure.Outside : Failure.Inside;

    /// <summary>Whether the compiler omits the call because its conditional symbol is not defined.</summary>
    public static bool IsLeftOut(IInvocationOperation call)
    {
        AttributeData[] conditions = [.. call.TargetMethod.GetAttributes().Where(static attribute => attribute.AttributeClass?.Name == "ConditionalAttribute")];
        return conditions.Length > 0 && !conditions.Any(condition
            => condition.ConstructorArguments is [{ Value: string symbol }] && call.Syntax.SyntaxTree.Options.PreprocessorSymbolNames.Contains(symbol));
    }

    // Whether the operation calls a delegate that other code has given. The lambda in a local is part of this code.
    private static bool IsForeignDelegate(IInvocationOperation call)
        => call.TargetMethod.MethodKind == MethodKind.DelegateInvoke && IsGiven(Conversions.Unwrap(call.Instance!));

    /// <summary>
    /// Whether the operation reads a sequence that other code has given: it begins to, or its next element is asked for. An array, a list or a string has
    /// its own enumerator, and fails only on a bug.
    /// </summary>
    public static bool IsForeignSequence(IInvocationOperation call) => call is
    {
        TargetMethod: { Name: "GetEnumerator" or "MoveNext", ContainingType.TypeKind: TypeKind.Interface }, Instance: { } instance,
    } && IsForeignSequence(instance);

    /// <summary>Whether the value is a sequence that other code has given.</summary>
    public static bool IsForeignSequence(IOperation value)
        => Conversions.Unwrap(value) is { Type.TypeKind: TypeKind.Interface } sequence && IsGiven(sequence);

    private static bool IsGiven(IOperation value) => value switch
    {
        IParameterReferenceOperation or IFieldReferenceOperation or IPropertyReferenceOperation => true,
        _ => false,
    };

    private Failure FailureIn(IOperation body, IMethodSymbol around, int depth, CancellationToken cancellation)
    {
        Failure most = Failure.None;
        foreach (IOperation operation in body.DescendantsAndSelf().WithCheckpoints(cancellation))
        {
            Failure failure = FailureAt(operation, around, depth, cancellation);
            if (failure == Failure.Outside)
                return failure;
            most = failure > most ? failure : most;
        }

        return most;
    }

    // An editor has the source of a referenced project. A build has only its assembly.
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

    // If the generator has run, its code is available. If it has not, as for LibraryImport, nothing is known about the method.
    private static bool IsWrittenByAGenerator(IMethodSymbol method) => method is { IsPartialDefinition: true, PartialImplementationPart: null };

    // Operations that throw only because of a bug, such as an index or a cast, do not count here, as in the followed body.
    private Failure FailureAt(IOperation operation, IMethodSymbol around, int depth, CancellationToken cancellation) => operation switch
    {
        IThrowOperation { Exception: var exception } => FailureInCallee(exception, around),
        IAwaitOperation or IDynamicInvocationOperation or IFunctionPointerInvocationOperation => Failure.Outside,
        IPropertyReferenceOperation => Tasks.IsResult(operation) ? Failure.Outside : Failure.None,
        IForEachLoopOperation { Collection: var collection }
            => IsForeignSequence(collection) && !IsGivenByOwnType(collection, around) ? Failure.Outside : Failure.None,
        IInvocationOperation { TargetMethod.MethodKind: MethodKind.DelegateInvoke, Instance: { } called } when IsGivenByOwnType(called, around)
            => Failure.Inside,
        IInvocationOperation { IsVirtual: true, TargetMethod: { IsSealed: false, MethodKind: not MethodKind.DelegateInvoke } method }
            when !Framework.Owns(method) && !KnownMethods.IsQuietByContract(method) => FailureByName(method),
        IInvocationOperation call => FailureOf(call, cancellation, depth + 1),
        IObjectCreationOperation { Constructor: { } constructor } => FailureOf(constructor, cancellation, depth + 1),
        _ => Failure.None,
    };

    /// <summary>
    /// Which failure a <c>throw</c> in the followed body is. An assertion says that the code or the calling code is wrong, or that nothing comes here, so the
    /// array is lost only by a bug.
    /// </summary>
    public static Failure FailureOfThrow(IOperation? exception)
        => exception is not null && FailureInCallee(exception, around: null) != Failure.Outside ? Failure.Inside : Failure.Outside;

    /// <summary>Whether the name of a helper without source says that it throws an assertion: <c>ThrowArgumentOutOfRange</c>.</summary>
    public static bool IsNamedLikeAnAssertion(IMethodSymbol helper)
        => Array.Exists(s_wordsOfAssertions, word => helper.Name.IndexOf(word, StringComparison.Ordinal) >= 0);

    // A method that is called in a wrong state throws an InvalidOperationException. All others that are not assertions are about data.
    private static Failure FailureInCallee(IOperation? exception, IMethodSymbol? around) => IsAssertion(exception, around) ? Failure.None
        : exception is not null && Conversions.Unwrap(exception).Type is { } type
            && Framework.FullNameOf(type) == "System.InvalidOperationException" ? Failure.Inside
        : Failure.Outside;

    private static bool IsAssertion(IOperation? exception, IMethodSymbol? around)
    {
        IOperation? created = exception is IConversionOperation conversion ? conversion.Operand : exception;
        for (ITypeSymbol? type = created?.Type; type is not null; type = type.BaseType)
        {
            string name = Framework.FullNameOf(type);
            if (s_assertions.Contains(name) || (around is not null && name == "System.FormatException" && KnownMethods.IsFormatting(around)))
                return true;
        }

        return false;
    }

    // The syntax of a primary constructor is its type's declaration, so its length says nothing: the constructor only assigns.
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
