const LEVELS: Record<number, string> = { 10: 'TRACE', 20: 'DEBUG', 30: 'INFO', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' };

/** A JSON log line as a person at a terminal reads it: time, level, service, message, fields. */
export function prettyLine(line: string): string {
  let fields: Record<string, unknown>;
  try {
    fields = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return line;
  }
  const { level, time, service, msg, err, ...rest } = fields;
  const clock = new Date(time as number | string).toISOString().slice(11, 23);
  const more = Object.entries(rest).map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const trouble = err as { stack?: string; message?: string } | undefined;
  const trace = trouble === undefined ? '' : `\n  ${(trouble.stack ?? trouble.message ?? '').replaceAll('\n', '\n  ')}`;
  return `${clock} ${LEVELS[level as number] ?? String(level)} ${String(service)}: ${String(msg ?? '')}${more.join('')}${trace}\n`;
}
