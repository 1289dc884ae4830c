using System.Text.Json;

namespace PooledGen.PoolCheck;

/// <summary>
/// The report for programs. Its form is stable: members are added but not renamed. <c>version</c> is raised when a member changes its meaning.
/// </summary>
internal static class JsonReport
{
    public static string Write(CheckReport report) => JsonSerializer.Serialize(
        new
        {
            version = 1,
            processes = report.Processes.Select(static process => new
            {
                process.Id,
                process.Name,
                process.State,
                process.Reason,
                process.Rents,
                unwatchedReturns = process.UnwatchedReturns == 0 ? null : (long?)process.UnwatchedReturns,
                watchedSeconds = process.Watched == TimeSpan.Zero ? null : (double?)Math.Round(process.Watched.TotalSeconds, 1),
                process.Remarks,
                callers = process.Callers.Count == 0 ? null : process.Callers.Select(static caller => new
                {
                    nearest = Frame(caller.Nearest),
                    own = caller.Own is null ? null : Frame(caller.Own),
                    caller.Rents,
                    caller.Allocations,
                    caller.TooLong,
                    caller.Drops,
                }),
            }),
            findings = report.Groups.Select(static group => new
            {
                rule = group.Misuse.Id,
                place = group.Place.Key,
                group.Count,
                rents = group.Rents == 0 ? null : (long?)group.Rents,
                tooYoung = group.TooYoung == 0 ? null : (long?)group.TooYoung,
                isKnown = group.IsKnown,
                isOfATest = group.IsOfATest,
                message = group.Message,
                group.First.Pool,
                group.First.Length,
                rented = Call(group.First.Rented),
                returned = Call(group.First.Returned),
                again = Call(group.First.Again),
                used = Call(group.First.Used),
                rentedBefore = Call(group.First.RentedBefore),
                variants = group.Variants.Count == 1 ? null : group.Variants.Select(variant => new
                {
                    variant.Count,
                    message = group.Misuse.Message(variant.WhatHappened),
                    rented = Call(variant.Rented),
                    returned = Call(variant.Returned),
                    used = Call(variant.Used),
                }),
            }),
            notes = report.Notes.Select(static note => new
            {
                rule = ArrayMisuse.Of(ArrayPoolMisuseKind.NotReturned).Id,
                note.Method,
                note.Count,
                isInUse = note.IsInUse ? true : (bool?)null,
            }),
            remarks = report.Remarks.Count == 0 ? null : report.Remarks,
        },
        JsonFormat.Readable) + "\n";

    private static object? Call(Call? call) => call is null ? null : new { call.Thread, frames = call.Frames.Select(Frame) };

    private static object Frame(Frame frame) => new
    {
        frame.Method,
        frame.Assembly,
        frame.Code,
        file = frame.File is null ? null : SourcePath.Relative(frame.File),
        line = frame.Line == 0 ? null : (int?)frame.Line,
        frame.FinallyLines,
    };
}
