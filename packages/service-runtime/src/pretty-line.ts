const LEVELS: Record<number, string> = { 10: 'TRACE', 20: 'DEBUG', 30: 'INFO', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' };

/** Formats a JSON log line for a person at a terminal: time, level, service, message, fields. */
export function prettyLine(line: string): string {
  let fields: Record<string, unknown>;
  try {
    fields = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return line;
  }
  const { level, time, service, msg, err, ...rest } = fields;
  const clock = new Date(time as number | string).toISOString().slice(11, 23);
  const more = Object.entries(rest).map(
    ([name, value]) => ` ${name}=${typeof value === 'string' ? printable(value) : JSON.stringify(value)}`,
  );
  const trouble = err as { stack?: string; message?: string } | undefined;
  const trace =
    trouble === undefined
      ? ''
      : `\n  ${(trouble.stack ?? trouble.message ?? '').split('\n').map(printable).join('\n  ')}`;
  return (
    `${clock} ${LEVELS[level as number] ?? String(level)} ${String(service)}: ` +
    `${printable(String(msg ?? ''))}${more.join('')}${trace}\n`
  );
}

/**
 * Removes line breaks and control characters. A line may contain text from callers, which must not begin a new line or
 * control the terminal.
 */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (character) =>
    JSON.stringify(character)
      .slice(1, -1)
      .replace(/^[\u007F-\u009F]$/, (raw) => `\\u00${raw.codePointAt(0)!.toString(16)}`),
  );
}
