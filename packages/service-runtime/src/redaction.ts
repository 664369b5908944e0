export const REDACTED = '[redacted]';

/** Names of fields whose values are never logged, compared in lower case without `-` and `_`. */
const SECRET_NAMES = new Set([
  'authorization',
  'proxyauthorization',
  'cookie',
  'setcookie',
  'token',
  'password',
  'passwd',
  'secret',
  'secrets',
  'secretskey',
  'key',
  'apikey',
  'xapikey',
  'privatekey',
  'accesstoken',
  'refreshtoken',
  'webhooktoken',
  'signature',
  'databaseurl',
  'redisurl',
  'sealed',
]);

/** Nothing below this depth is logged. */
const MAX_DEPTH = 6;

const nameIsSecret = new Map<string, boolean>();

function isSecret(name: string): boolean {
  let known = nameIsSecret.get(name);
  if (known === undefined) {
    known = SECRET_NAMES.has(name.toLowerCase().replaceAll(/[-_]/g, ''));
    // Most field names are in the code, but senders choose those of a logged header map, so the memory is limited.
    if (nameIsSecret.size < 1_000) nameIsSecret.set(name, known);
  }
  return known;
}

/**
 * Returns the value with the values of secret fields replaced, at any depth of plain objects and arrays. Serializers
 * handle other objects (requests, errors). It copies only what changes.
 */
export function redactFields<T>(value: T, depth = 0): T {
  if (Array.isArray(value)) return mapChanged(value, depth) as T;
  if (!isPlainObject(value)) return value;
  if (depth >= MAX_DEPTH) return '[too deep]' as T;
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(value)) {
    const before = value[name];
    const after =
      isSecret(name) && before !== null && before !== undefined ? REDACTED : redactFields(before, depth + 1);
    if (after === before) continue;
    copy ??= { ...value };
    copy[name] = after;
  }
  return (copy ?? value) as T;
}

function mapChanged(values: unknown[], depth: number): unknown {
  if (depth >= MAX_DEPTH) return '[too deep]';
  const mapped = values.map((value) => redactFields(value, depth + 1));
  return mapped.some((value, at) => value !== values[at]) ? mapped : values;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Replaces the webhook token in URLs (contract §5.2 allows it in the query) and passwords in connection strings. */
export function redactText(line: string): string {
  let text = line;
  if (text.includes('token=')) text = text.replaceAll(/([?&]token=)[^&\s"'\\]+/g, `$1${REDACTED}`);
  if (text.includes('://')) text = text.replaceAll(/(:\/\/[^\s:/@"']*):[^\s/@"']+@/g, `$1:${REDACTED}@`);
  return text;
}
