namespace AisReader;

internal static class Help
{
    public const string Text = """
        AisReader [file]
        AisReader --synthesise N

        Reads what an AIS receiver writes (sentences such as !AIVDM,1,1,,B,177KQJ5000G?tO`K>RA1wUbN0TKH,0*5C, one a line),
        puts messages of several sentences together, and counts: messages by type, skipped sentences by reason, positions,
        messages a second, and the bytes that the process allocates once it is warm.

        file            The file to read; - reads the standard input. Default: some well-known sentences that come with the program,
                        a few of them damaged.
        --synthesise N  Reads N sentences that the program makes up instead, always the same ones.

        Lines that are empty or begin with # are comments. A block in backslashes before a sentence is ignored, and so is what follows
        its checksum. The sentences of a message have to come in order, each among the hundred that follow the one before.

        Exit code: 0 when everything was read, 1 when the file is missing or cannot be read (one line on standard error),
        2 when the arguments are not understood.
        """;
}
