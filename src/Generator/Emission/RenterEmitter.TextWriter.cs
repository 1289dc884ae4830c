namespace PooledGen.Generator.Emission;

/// <summary>Writers of char and of byte take text: the latter as UTF-8.</summary>
internal sealed partial class RenterEmitter
{
    private string Encoded => model.Element.IsByte ? ", as UTF-8" : "";

    private string Formattable => model.Element.IsByte ? "global::System.IUtf8SpanFormattable" : "global::System.ISpanFormattable";

    private void EmitWriterText()
    {
        EmitAppendText();
        if (!model.Consumer.HasSpanFormatting)
            return;

        EmitAppendFormattable();
        if (model.Consumer.HasScopedParameters)
        {
            EmitAppendInterpolated();
            EmitInterpolatedStringHandler();
        }
    }

    private void EmitAppendText()
    {
        writer.Write($$"""
            /// <summary>Appends text{{Encoded}}.</summary>
            /// <param name="text">The text; null is nothing.</param>
            {{GrowthDocumentation}}
            {{(model.Element.IsByte ? OverDocumentation : UncheckedRemark)}}
            {{Inline}}
            public void Append(string? text)
            {
                if (text != null)
                    Append(global::System.MemoryExtensions.AsSpan(text));
            }

            """);
        if (!model.Element.IsByte)
            return;

        writer.Write($$"""
            /// <summary>Appends text, as UTF-8. What is not valid UTF-16, half of a surrogate pair too, becomes U+FFFD.</summary>
            /// <param name="text">The text.</param>
            {{GrowthDocumentation}}
            {{OverDocumentation}}
            public void Append({{Scoped}}global::System.ReadOnlySpan<char> text)
            {
                _storage.ThrowIfOver();

                // Counted only where it might not fit.
                if (text.Length > (_span.Length - _length) / {{Services}}.Utf8Text.MaxBytesPerChar)
                    GetSpan({{Services}}.Utf8Text.GetByteCount(text));

                _length += {{Services}}.Utf8Text.GetBytes(text, _span.Slice(_length));
            }

            """);
    }

    // On bytes it has a name of its own: Append(5) would be taken for the byte 5.
    private void EmitAppendFormattable() => writer.Write($$"""
        /// <summary>Appends a value, formatted{{Encoded}}. It is not boxed.</summary>
        /// <typeparam name="TFormattable">The value's type.</typeparam>
        /// <param name="value">The value; null is nothing.</param>
        /// <param name="format">The format, as in the value's ToString.</param>
        /// <param name="provider">The culture; null for the current one.</param>
        {{GrowthDocumentation}}
        {{OverDocumentation}}
        public void {{(model.Element.IsByte ? "AppendFormatted" : "Append")}}<TFormattable>(TFormattable value, string? format = null, global::System.IFormatProvider? provider = null)
            where TFormattable : {{Formattable}}?
        {
            _storage.ThrowIfOver();

            if (value == null)
                return;

            int length = _length;
            global::System.Span<{{Element}}> free = _span.Slice(length);
            if ({{Services}}.SpanFormatting.TryFormat(value, free, out int written, format, provider) && unchecked((uint)written <= (uint)free.Length))
                _length = length + written;
            else
                AppendSlow(value, format, provider);
        }

        // Once more from the beginning: there was no room, or the value claims to have written more than there was.
        [global::System.Runtime.CompilerServices.MethodImpl(global::System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
        private void AppendSlow<TFormattable>(TFormattable value, string? format, global::System.IFormatProvider? provider)
            where TFormattable : {{Formattable}}?
        {
            int written;
            while (!{{Services}}.SpanFormatting.TryFormat(value, _span.Slice(_length), out written, format, provider))
                Grow(_span.Length - _length + 1);

            Advance(written);
        }

        """);

    private void EmitAppendInterpolated() => writer.Write($$"""
        /// <summary>Appends an interpolated string{{Encoded}}: <c>writer.Append($"{id:x8} {name}")</c>. It is formatted in place; no string is made.</summary>
        /// <param name="handler">The interpolated string. If one of its holes throws, nothing is appended.</param>
        {{GrowthDocumentation}}
        /// <exception cref="global::System.InvalidOperationException">A hole has changed this writer.</exception>
        {{OverDocumentation}}
        public void Append([global::System.Runtime.CompilerServices.InterpolatedStringHandlerArgument("")] scoped AppendInterpolatedStringHandler handler)
        {
            int length = handler.Text.Complete(_length);
            if (handler.Text.HasGrown)
                _span = _storage.Commit(Pool, _span);

            _length = length;
        }

        /// <summary>Appends an interpolated string{{Encoded}}, formatted for a culture.</summary>
        /// <param name="provider">The culture; null for the current one.</param>
        /// <param name="handler">The interpolated string. If one of its holes throws, nothing is appended.</param>
        {{GrowthDocumentation}}
        /// <exception cref="global::System.InvalidOperationException">A hole has changed this writer.</exception>
        {{OverDocumentation}}
        public void Append(
            global::System.IFormatProvider? provider,
            [global::System.Runtime.CompilerServices.InterpolatedStringHandlerArgument("", "provider")] scoped AppendInterpolatedStringHandler handler)
            => Append(handler);

        """);

    private void EmitInterpolatedStringHandler()
    {
        writer.Write($"""
            /// <summary>What the compiler makes of <c>writer.Append($"…")</c>. Not meant to be used by hand.</summary>
            [global::System.ComponentModel.EditorBrowsable(global::System.ComponentModel.EditorBrowsableState.Never)]
            [global::System.Runtime.CompilerServices.InterpolatedStringHandler]
            {s_generated}
            """);
        using (writer.Block("public ref struct AppendInterpolatedStringHandler"))
            EmitInterpolatedStringHandlerBody();

        writer.WriteBlankLine();
    }

    private void EmitInterpolatedStringHandlerBody()
    {
        writer.Write($$"""
            internal {{Services}}.{{(model.Element.IsByte ? "Utf8Interpolation" : "TextInterpolation")}} Text;

            /// <summary>Begins behind what the writer has written.</summary>
            /// <param name="literalLength">How many characters the literal parts have.</param>
            /// <param name="formattedCount">How many holes there are.</param>
            /// <param name="writer">The writer.</param>
            /// <param name="provider">The culture; null for the current one.</param>
            {{GrowthDocumentation}}
            public AppendInterpolatedStringHandler(int literalLength, int formattedCount, in Writer writer, global::System.IFormatProvider? provider = null)
                => Text = new {{Services}}.{{(model.Element.IsByte ? "Utf8Interpolation" : "TextInterpolation")}}(Pool, in writer._storage, writer._span, writer._length, literalLength, provider);

            /// <summary>Appends a literal part.</summary>
            /// <param name="value">The text.</param>
            public void AppendLiteral(string value) => Text.Append(global::System.MemoryExtensions.AsSpan(value));

            /// <summary>Appends the value of a hole.</summary>
            /// <typeparam name="THole">The value's type.</typeparam>
            /// <param name="value">The value.</param>
            /// <param name="alignment">The least width: negative to fill up behind the value.</param>
            /// <param name="format">The format.</param>
            public void AppendFormatted<THole>(THole value, int alignment = 0, string? format = null) => Text.Append(value, alignment, format);

            /// <summary>Appends the value of a hole, if there is one: a nullable would be boxed.</summary>
            /// <typeparam name="THole">The value's type.</typeparam>
            /// <param name="value">The value; null is nothing.</param>
            /// <param name="alignment">The least width: negative to fill up behind the value.</param>
            /// <param name="format">The format.</param>
            public void AppendFormatted<THole>(THole? value, int alignment = 0, string? format = null)
                where THole : struct
            {
                if (value.HasValue)
                    Text.Append(value.GetValueOrDefault(), alignment, format);
                else
                    Text.Append<object?>(null, alignment, format);
            }

            /// <summary>Appends the text of a hole.</summary>
            /// <param name="value">The text; null is nothing.</param>
            /// <param name="alignment">The least width: negative to fill up behind the text.</param>
            /// <param name="format">Has no meaning for text, unless the culture brings a formatter of its own.</param>
            public void AppendFormatted(string? value, int alignment = 0, string? format = null) => Text.Append(value, alignment, format);

            /// <summary>Appends the text of a hole.</summary>
            /// <param name="value">The text.</param>
            /// <param name="alignment">The least width: negative to fill up behind the text.</param>
            /// <param name="format">Has no meaning for text.</param>
            public void AppendFormatted(scoped global::System.ReadOnlySpan<char> value, int alignment = 0, string? format = null) => Text.Append(value, alignment);
            """);
        if (!model.Element.IsByte)
            return;

        writer.Write("""

            /// <summary>Appends the UTF-8 of a hole.</summary>
            /// <param name="value">The bytes.</param>
            /// <param name="alignment">The least width: negative to fill up behind the text.</param>
            /// <param name="format">Has no meaning for text.</param>
            public void AppendFormatted(scoped global::System.ReadOnlySpan<byte> value, int alignment = 0, string? format = null) => Text.Append(value, alignment);
            """);
    }
}
