namespace Base64Tool;

internal static class Help
{
    public const string Text = """
        Base64Tool encode [input] [output] [--wrap] [--stats]
        Base64Tool decode [input] [output] [--ignore-whitespace] [--stats]

        Turns bytes into Base64 text and back, in chunks: files of any size take the same memory.

        input, output        Files. Default, or -: standard input, standard output.
        --wrap               Lines of 76 characters, ended by CR LF. The last one has no end.
        --ignore-whitespace  Spaces, tabs and line ends in the text are passed over. Otherwise they are errors like anything else.
        --stats              Says on standard error how many chunks there were, what was allocated for each, and what the pools did.

        Padding has to be there, and the bits before it that make no whole byte have to be 0.

        Exit code: 0, or one line on standard error and 1; 2 when the arguments are not understood. Positions count
        characters from 0. What was decoded before an error stays in the output.
        """;
}
