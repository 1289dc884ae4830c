using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Generator.Analyzers.Flow;

// Calls and creations: they end, begin, use and keep.
internal sealed partial class StepCompiler
{
    private Source VisitCall(IInvocationOperation call)
    {
        IOperation? ended = protocol.EndedBy(call);
        IOperation? viewed = protocol.ViewedBy(call);
        Source end = Source.Unknown;
        Source view = Source.Unknown;
        if (call.Instance is { } instance)
            Pass(instance, Passing.Lent);

        foreach (IArgumentOperation argument in call.Arguments)
        {
            if (argument.Parameter?.RefKind is RefKind.Ref or RefKind.Out)
                PassByReference(argument);
            else
                Pass(argument.Value, protocol.Passing(argument));
        }

        if (end.IsVariable)
            Emit(StepKind.End, call, end);

        if (Calls.ChangesFields(call, owner))
            Emit(StepKind.ForgetFields, call);

        if (Calls.NeverReturns(call.TargetMethod))
            Emit(StepKind.Throw, call);
        else if (ended is null && protocol.MayThrow(call) && !protocol.IsRent(call))
            Emit(StepKind.MayThrow, call);

        return protocol.IsRent(call) ? Rent(call) : view;

        void Pass(IOperation operand, Passing passing)
        {
            Source source = Visit(operand);
            if (operand == viewed)
                view = source.AsView();

            if (operand == ended)
                end = source;
            else if (passing == Passing.Kept)
                Escape(source, operand);
            else if (source.IsVariable)
                Emit(protocol.IsHarmless(call) ? StepKind.Look : StepKind.Use, operand, source);
        }
    }

    private Source VisitCreation(IObjectCreationOperation creation)
    {
        IOperation? viewed = protocol.ViewedBy(creation);
        Source view = Source.Unknown;
        foreach (IArgumentOperation argument in creation.Arguments)
        {
            Source source = Visit(argument.Value);
            if (argument.Value == viewed)
                view = source.AsView();

            if (viewed is null && protocol.Passing(argument) == Passing.Kept)
                Escape(source, argument.Value);
            else
                Use(source, argument.Value);
        }

        if (protocol.IsRent(creation))
            return Rent(creation);

        if (viewed is not null)
            return view;

        Emit(StepKind.MayThrow, creation);
        return new Source(Value.NotNull);
    }

    private Source Rent(IOperation rent)
    {
        int variable = variables.OfRent(rent);
        Emit(StepKind.Rent, rent, target: variable);
        return Source.Of(variable);
    }

    private void PassByReference(IArgumentOperation argument)
    {
        if (argument.Parameter!.RefKind == RefKind.Ref)
        {
            Source source = Visit(argument.Value);
            if (protocol.Passing(argument) == Passing.Lent)
            {
                Use(source, argument.Value);
                return;
            }

            Escape(source, argument.Value);
        }

        Overwrite(argument.Value);
    }
}
