using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Analyzers.RawPools.Rewriting;

namespace PooledGen.CodeFixes;

/// <summary>
/// PG0203, PG0204: returns a local's array in a <c>finally</c> block. If there is one already, the rent moves down to its <c>try</c>, or the <c>try</c> moves
/// up to the rent. Otherwise a new one is put around what follows the rent.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(ReturnInFinallyFixer))]
public sealed class ReturnInFinallyFixer() : TextFixer("Return in a finally block", "PG0203", "PG0204")
{
    internal override IEnumerable<TextChange> Fix(FixSite site)
    {
        if (!LocalRental.IsAt(site.Diagnostic) || LostArray.At(site.Span, site) is not { } first)
            return [];

        // Arrays that are rented one directly after the other go back together.
        List<LostArray> arrays = [first];
        foreach (Location other in site.Diagnostic.AdditionalLocations)
        {
            if (LostArray.At(other.SourceSpan, site) is { } next && next.Block == first.Block && next.Index == arrays[^1].Index + 1)
                arrays.Add(next);
        }

        TextChange[] changes = [.. new Rewrite([.. arrays], site).Changes()];
        return changes.Length == 0 && arrays.Count > 1 ? new Rewrite([first], site).Changes() : changes;
    }

    private sealed class Rewrite(LostArray[] arrays, FixSite site)
    {
        private readonly BlockSyntax _block = arrays[0].Block;
        private readonly int _start = arrays[^1].Index + 1; // the first statement after the rents

        private SourceText Text => site.Text;

        private SyntaxList<StatementSyntax> Statements => _block.Statements;

        public IEnumerable<TextChange> Changes()
        {
            if (_start == Statements.Count
                || !Statements.Skip(arrays[0].Index).All(IsOnItsLines)
                || _block.DescendantNodes().WithCheckpoints(site.Cancellation).Any(static node => node is LabeledStatementSyntax)
                || Statements.Skip(_start).SelectMany(static statement => statement.DescendantNodes()).WithCheckpoints(site.Cancellation).Any(IsRunning))
            {
                return [];
            }

            int end = EndingTry();
            IEnumerable<TextChange>? changes = end < 0 ? Surround()
                : end <= _start ? null // the try follows the rents, or has them, so that something else is wrong
                : MoveRents(end) ?? MoveTry(end) ?? Surround();
            return changes ?? [];
        }

        // The index of the try statement of the block that returns all arrays in its finally block; -1 if there is none.
        private int EndingTry() => Statements.IndexOf(statement => statement is TryStatementSyntax { Finally.Block: var last }
            && Array.TrueForAll(arrays, array => array.Releases.Any(release => release.Statement.Parent == last)));

        // byte[] array = pool.Rent(n); Prepare(); try { ... } finally { pool.Return(array); }
        private IEnumerable<TextChange>? MoveRents(int end)
        {
            TextSpan between = Between(_start, end - 1);
            if (!Array.TrueForAll(arrays, array => !array.IsConditional && !array.IsMentionedIn(between) && IsStable(array.Rent)))
                return null;

            TextSpan moved = LinesOf(arrays[0].Index, _start - 1);
            return [RemovalOf(moved), new TextChange(new TextSpan(StartOfLine(end), 0), Text.ToString(moved))];
        }

        // The same, but what comes in between needs the array, or the requested length may change there.
        private IEnumerable<TextChange>? MoveTry(int end)
        {
            var tried = (TryStatementSyntax)Statements[end];
            if (tried.Catches.Count > 0
                || tried.Finally!.Block.Statements.Count != arrays.Length
                || Array.Exists(arrays, static array => array.Releases.Count > 1)
                || HoistedLocals.Of(Between(_start, end - 1), Statements.Skip(end + 1), site) is not { } hoisted)
            {
                return null;
            }

            TextSpan oldTry = StatementText.WithLines(TextSpan.FromBounds(tried.SpanStart, tried.Block.OpenBraceToken.Span.End), Text);
            if (Text.Lines.GetLineFromPosition(oldTry.End).Start != oldTry.End)
                return null;

            return
            [
                .. hoisted.Changes,
                .. Indent(TextSpan.FromBounds(StartOfLine(_start), oldTry.Start), hoisted, removed: []),
                new TextChange(oldTry, ""),
            ];
        }

        private IEnumerable<TextChange>? Surround()
        {
            Release[] releases = [.. arrays.SelectMany(static array => array.Releases)];
            int last = Statements.LastIndexOf(statement => Array.Exists(releases, release => statement.Contains(release.Statement)));
            if (last >= 0 && last < _start)
                return null;

            StatementSyntax[] rest = IsRelease(last) ? [.. Statements.Skip(last + 1)] : [];
            if (rest.Length > 0 && Array.Exists(arrays, array => array.IsMentionedIn(Between(last + 1, Statements.Count - 1))))
                return null;

            // One return statement may as well stay in the try block. What is disposed at the end of the block would be disposed earlier.
            HoistedLocals? hoisted = rest is [] or [ReturnStatementSyntax] || Statements.Skip(_start).Take(last - _start).Any(IsUsing)
                ? null
                : HoistedLocals.Of(Between(_start, last), rest, site);
            int end = hoisted is not null ? last : Statements.Count - 1;
            while (IsRelease(end))
                end--;

            if (end < _start || RemovalsOf(releases, end) is not { } removals || FinallyLines() is not { } lines)
                return null;

            TextSpan inside = TextSpan.FromBounds(StartOfLine(_start), EndOfLine(end));
            string after = hoisted is not null && !StatementText.IsBlank(Text.Lines.GetLineFromPosition(EndOfLine(last)), Text) ? LineBreak : "";
            hoisted ??= HoistedLocals.None;
            return
            [
                .. hoisted.Changes,
                .. removals,
                .. Indent(inside, hoisted, removals),
                new TextChange(new TextSpan(inside.End, 0), $"{Indentation}}}{Opening("finally")}{lines}{Indentation}}}{LineBreak}{after}"),
            ];

            bool IsRelease(int index) => index >= 0 && Array.Exists(releases, release => release.Statement == Statements[index]);
        }

        private static bool IsUsing(StatementSyntax statement) => statement is LocalDeclarationStatementSyntax { UsingKeyword.RawKind: not 0 };

        // What removes the releases; those after a statement of the block as one piece. Null if an empty block would remain.
        private List<TextChange>? RemovalsOf(Release[] releases, int end)
        {
            List<TextChange> removals = [];
            int last = end;
            foreach (IGrouping<SyntaxNode?, Release> inBlock in releases.GroupBy(static release => release.Statement.Parent))
            {
                if (inBlock.Key is BlockSyntax { Statements.Count: > 1 and var count } && count == inBlock.Count())
                    return null;

                foreach (Release release in inBlock)
                {
                    if (inBlock.Key != _block)
                    {
                        if (release.Remove(Text) is not { } removal)
                            return null;

                        removals.Add(removal);
                    }
                    else if (Statements.IndexOf(release.Statement) is var index && index < end)
                        removals.Add(RemovalOf(LinesOf(index, index)));
                    else
                        last = Math.Max(last, index);
                }
            }

            if (last > end)
                removals.Add(new TextChange(TextSpan.FromBounds(EndOfLine(end), EndOfLine(last)), ""));
            return removals;
        }

        // The lines of the finally block: of each array a release as it is written, with its comments, or a new one.
        private string? FinallyLines()
        {
            List<string> lines = [];
            foreach (LostArray array in arrays.OrderBy(static array => array.Releases.LastOrDefault()?.Statement.SpanStart ?? 0))
            {
                // Whether a flag says that there is an array is not known.
                if (array.Releases.LastOrDefault(release => release.Statement.Parent == _block) is { } written
                    && (written.Statement is IfStatementSyntax ? written.AsksForNull : !array.IsConditional))
                {
                    lines.AddRange(Reindented(written.Statement));
                    continue;
                }

                string? call = array.Releases.LastOrDefault()?.Call.ToString();
                if (call is null)
                {
                    if (StablePoolOf(array.Rent) is not { } pool)
                        return null;

                    call = $"{pool}.Return({array.Local.Name})";
                }

                if (array.IsConditional)
                    lines.AddRange([$"if ({array.Local.Name} != null)", $"{Unit}{call};"]);
                else
                    lines.Add($"{call};");
            }

            return string.Concat(lines.Select(line => $"{Indentation}{Unit}{line}{LineBreak}"));
        }

        private IEnumerable<string> Reindented(StatementSyntax statement)
        {
            string[] lines = Text.ToString(LinesOf(statement)).Split('\n');
            return lines.Take(lines.Length - 1)
                .Select(static line => line.TrimEnd('\r'))
                .Select(line => line.StartsWith(Indentation, StringComparison.Ordinal) ? line.Substring(Indentation.Length) : line.TrimStart());
        }

        // A block around the lines, with the declarations and 'try' in front of them.
        private IEnumerable<TextChange> Indent(TextSpan inside, HoistedLocals hoisted, IReadOnlyList<TextChange> removed)
        {
            string declarations = string.Concat(hoisted.Declarations.Select(declaration => $"{Indentation}{declaration}{LineBreak}"));
            string front = declarations + Indentation + Opening("try");
            foreach (TextLine line in Text.Lines.SkipWhile(line => line.Start < inside.Start).TakeWhile(line => line.Start < inside.End))
            {
                bool isIndented = !StatementText.IsBlank(line, Text)
                    && !line.ToString().TrimStart().StartsWith("#", StringComparison.Ordinal)
                    && !StatementText.IsInString(_block, line.Start)
                    && !removed.Concat(hoisted.Changes).Any(change => change.Span.Contains(line.Start));
                if (front.Length > 0 || isIndented)
                    yield return new TextChange(new TextSpan(line.Start, 0), front + (isIndented ? Unit : ""));

                front = "";
            }
        }

        // The word with a brace, as the block has its own.
        private string Opening(string word)
        {
            bool isOnItsLine = StatementText.Indentation(_block, Text).Length == _block.SpanStart - Text.Lines.GetLineFromPosition(_block.SpanStart).Start;
            string gap = isOnItsLine ? LineBreak + Indentation : " ";
            return $"{(word == "finally" ? gap : "")}{word}{gap}{{{LineBreak}";
        }

        private string LineBreak => StatementText.LineBreak(Text);

        private string Indentation => StatementText.Indentation(Statements[_start], Text);

        private string Unit
        {
            get
            {
                string outer = StatementText.Indentation(_block, Text);
                bool isDeeper = Indentation.Length > outer.Length && Indentation.StartsWith(outer, StringComparison.Ordinal);
                return isDeeper ? Indentation.Substring(outer.Length) : "    ";
            }
        }

        // Of two blank lines around the removed ones, only one remains, and none at the start of the block.
        private TextChange RemovalOf(TextSpan lines)
        {
            TextLine before = Text.Lines.GetLineFromPosition(lines.Start - 1), next = Text.Lines.GetLineFromPosition(lines.End);
            bool isBetweenBlanks = StatementText.IsBlank(next, Text)
                && (StatementText.IsBlank(before, Text) || before.Span.Contains(_block.OpenBraceToken.SpanStart));
            return new TextChange(isBetweenBlanks ? TextSpan.FromBounds(lines.Start, next.EndIncludingLineBreak) : lines, "");
        }

        private TextSpan Between(int first, int last) => TextSpan.FromBounds(Statements[first].SpanStart, Statements[last].Span.End);

        private int StartOfLine(int index) => LinesOf(index, index).Start;

        private int EndOfLine(int index) => LinesOf(index, index).End;

        private TextSpan LinesOf(int first, int last) => TextSpan.FromBounds(LinesOf(Statements[first]).Start, LinesOf(Statements[last]).End);

        // The lines of a statement, with the comments directly above it.
        private TextSpan LinesOf(StatementSyntax statement)
        {
            int first = Text.Lines.IndexOf(statement.SpanStart);
            while (Text.Lines[first - 1] is var above && above.Start >= statement.FullSpan.Start && !StatementText.IsBlank(above, Text)
                && above.ToString().TrimStart().StartsWith("/", StringComparison.Ordinal))
            {
                first--;
            }

            return TextSpan.FromBounds(Text.Lines[first].Start, Text.Lines.GetLineFromPosition(statement.Span.End).EndIncludingLineBreak);
        }

        private bool IsOnItsLines(StatementSyntax statement)
        {
            TextLine last = Text.Lines.GetLineFromPosition(statement.Span.End);
            string after = Text.ToString(TextSpan.FromBounds(statement.Span.End, last.End)).Trim();
            return StatementText.Indentation(statement, Text).Length == statement.SpanStart - Text.Lines.GetLineFromPosition(statement.SpanStart).Start
                && (after.Length == 0 || after.StartsWith("//", StringComparison.Ordinal));
        }

        // A task that nothing waits for may still use the array when the finally block returns it.
        private bool IsRunning(SyntaxNode node) => node is InvocationExpressionSyntax call
            && site.Model.GetTypeInfo(call, site.Cancellation).Type is { Name: "Task" or "ValueTask", ContainingNamespace.Name: "Tasks" }
            && !IsWaitedFor(call);

        private static bool IsWaitedFor(ExpressionSyntax task) => task.Parent switch
        {
            AwaitExpressionSyntax => true,
            ParenthesizedExpressionSyntax outer => IsWaitedFor(outer),
            MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Result" } => true,
            MemberAccessExpressionSyntax { Name.Identifier.ValueText: var name, Parent: InvocationExpressionSyntax call }
                => (name is "ConfigureAwait" or "AsTask" && IsWaitedFor(call)) || (name is "Wait" or "GetAwaiter" && call.ArgumentList.Arguments.Count == 0),
            _ => false,
        };

        // The same array could be rented further down.
        private bool IsStable(InvocationExpressionSyntax rent) => StablePoolOf(rent) is not null
            && rent.ArgumentList.Arguments.All(argument => StableExpression.IsStable(argument.Expression, _block, site.Model, site.Cancellation));

        // The pool, if the expression means the same one in the whole method.
        private ExpressionSyntax? StablePoolOf(InvocationExpressionSyntax rent)
        {
            ExpressionSyntax pool = ((MemberAccessExpressionSyntax)rent.Expression).Expression;
            bool isStable = site.Model.GetSymbolInfo(pool, site.Cancellation).Symbol switch
            {
                IFieldSymbol field => field.IsReadOnly,
                IPropertySymbol property => property.IsStatic && property.SetMethod is null,
                _ => StableExpression.IsStable(pool, _block, site.Model, site.Cancellation),
            };
            return isStable ? pool : null;
        }
    }
}
