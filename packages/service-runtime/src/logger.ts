import pino from 'pino';
import { createLogDestination, type LogDestination } from './log-destination.ts';
import { prettyLine } from './pretty-line.ts';
import { redactFields } from './redaction.ts';

export type Logger = pino.Logger;

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export interface LoggerOptions {
  /** A field of every line. */
  service: string;
  /** One of LOG_LEVELS. */
  level: string;
  /** If true, writes lines for people instead of JSON. */
  pretty?: boolean;
  /** The destination of lines. It is standard output except in tests that read the lines. */
  destination?: LogDestination | undefined;
}

const destinations = new Set<LogDestination>();

/** The only place that makes loggers. They write JSON lines to standard output, replace secrets and never block. */
export function createLogger(options: LoggerOptions): Logger {
  const destination = options.destination ?? createLogDestination(1, options.pretty === true ? prettyLine : undefined);
  destinations.add(destination);
  return pino(
    {
      level: options.level,
      base: { service: options.service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: (fields) => redactFields(fields) },
      serializers: { err: serializeError, error: serializeError },
    },
    destination,
  );
}

/** Waits until every line was written, at most `withinMs`. Call it before the process exits. */
export async function flushLogs(withinMs: number): Promise<void> {
  await Promise.all([...destinations].map((destination) => destination.flush(withinMs)));
}

const ERROR_FIELDS = ['code', 'errorId', 'statusCode', 'status', 'syscall', 'address', 'port', 'problems'] as const;

/**
 * Returns only named fields, because a library's error may contain a request with its headers or a statement with its
 * values.
 */
function serializeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return redactFields(error);
  const fields: Record<string, unknown> = { type: error.name, message: error.message, stack: error.stack };
  const source = error as unknown as Record<string, unknown>;
  for (const name of ERROR_FIELDS) if (source[name] !== undefined) fields[name] = source[name];
  if (error.cause !== undefined && depth < 3) fields['cause'] = serializeError(error.cause, depth + 1);
  if (error instanceof AggregateError && depth < 3)
    fields['errors'] = error.errors.slice(0, 5).map((one) => serializeError(one, depth + 1));
  return fields;
}
