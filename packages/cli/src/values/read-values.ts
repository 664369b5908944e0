import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Schemas } from '@workflow/client';
import type { Cli } from '../cli.ts';
import { UsageError } from '../failures/failures.ts';

type Field = Schemas['Field'];

/** Splits the values of `-d` into JSON sources and `key=value` pairs. JSON, `@file` and `-` are sources. */
export function splitData(
  data: readonly string[] = [],
  pairs: readonly string[],
): { sources: string[]; pairs: string[] } {
  const isPair = (each: string): boolean => /^[^@{[=][^=]*=/.test(each.trimStart());
  return { sources: data.filter((each) => !isPair(each)), pairs: [...data.filter((each) => isPair(each)), ...pairs] };
}

/**
 * Returns the placeholder values of a command line. JSON is read first, then `key=value`. A text is converted to the
 * type of its placeholder, and `key=@path` of a FILE is uploaded.
 * @throws UsageError
 */
export async function readValues(
  cli: Cli,
  sources: readonly string[],
  pairs: readonly string[],
  fields: readonly Field[],
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const source of sources) Object.assign(values, await readData(cli, source));
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at <= 0) throw new UsageError(`'${pair}' is not key=value`);
    const key = pair.slice(0, at);
    values[key] = await valueOf(cli, pair.slice(at + 1), fieldAt(key, fields), key);
  }
  return values;
}

async function readData(cli: Cli, data: string): Promise<Record<string, unknown>> {
  const values = exact(await textOf(cli, data), `-d ${data.length > 60 ? `${data.slice(0, 60)}…` : data}`);
  if (typeof values === 'object' && values !== null && !Array.isArray(values)) return { ...values };
  throw new UsageError('-d must be a JSON object, @file, - for standard input, or key=value');
}

/** `@-` is standard input as well, as in curl. */
async function textOf(cli: Cli, data: string): Promise<string> {
  if (data === '-' || data === '@-') return cli.terminal.readInput(cli.signal);
  return data.startsWith('@') ? readFile(data.slice(1)) : data;
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`Could not read ${path}: ${(error as Error).message}`, { cause: error });
  }
}

/** Some editors write this before a text. */
const BYTE_ORDER_MARK = /^\uFEFF/;
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Parses a JSON text. @throws UsageError if it is invalid or has an integer that a number would round */
function exact(text: string, what: string): unknown {
  const source = text.replace(BYTE_ORDER_MARK, '');
  try {
    return unrounded(JSON.parse(source), source, what);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${what} is not valid JSON: ${(error as Error).message}`, { cause: error });
  }
}

/** Returns the parsed value. @throws UsageError if its text has an integer that a number would round */
function unrounded(value: unknown, source: string, what: string): unknown {
  for (const [token] of source.matchAll(STRING_OR_NUMBER))
    if (/^-?\d+$/.test(token) && !isExact(token))
      throw new UsageError(`${what}: ${token} is too large for an exact number; send it as a string`);
  return value;
}

function isExact(integer: string): boolean {
  const number = Number(integer);
  return Number.isFinite(number) && BigInt(integer) === BigInt(number);
}

/** Parses a JSON text. Returns undefined if it is invalid. */
function parsed(text: string, what: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return unrounded(value, text, what);
}

/** Returns the field of a dotted key. */
function fieldAt(key: string, fields: readonly Field[]): Field | undefined {
  const [first = '', ...rest] = key.split('.');
  const field = fields.find((each) => each.key === first);
  return rest.length === 0 || field === undefined ? field : fieldAt(rest.join('.'), (field.fields ?? []) as Field[]);
}

async function valueOf(cli: Cli, text: string, field: Field | undefined, key: string): Promise<unknown> {
  switch (field?.type) {
    case 'NUMBER':
      return jsonOf(text, 'number', key);
    case 'BOOLEAN':
      return jsonOf(text, 'boolean', key);
    case 'JSON':
    case 'OBJECT':
      return parsed(text, key) ?? text;
    case 'LIST':
      return text.startsWith('[') ? (parsed(text, key) ?? text) : text.split(',');
    case 'FILE':
      return text.startsWith('@') ? uploaded(cli, text.slice(1)) : text;
    default:
      return text;
  }
}

function jsonOf(text: string, type: 'number' | 'boolean', key: string): unknown {
  const value = parsed(text, key);
  if (typeof value !== type) throw new UsageError(`${key} must be a ${type}, not '${text}'`);
  return value;
}

async function uploaded(cli: Cli, path: string): Promise<Schemas['File']> {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new UsageError(`Could not read ${path}: ${(error as Error).message}`, { cause: error });
  }
  return cli.client().files.upload(bytes, { name: basename(path), signal: cli.signal });
}
