import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Schemas } from '@workflow/client';
import type { Cli } from '../cli.ts';
import { UsageError } from '../failures/failures.ts';

type Field = Schemas['Field'];

/** `-d` as it may be given: JSON, or values as `key=value`, which JSON, `@file` and `-` are not. */
export function splitData(
  data: readonly string[] = [],
  pairs: readonly string[],
): { sources: string[]; pairs: string[] } {
  const isPair = (each: string): boolean => /^[^@{[=][^=]*=/.test(each.trimStart());
  return { sources: data.filter((each) => !isPair(each)), pairs: [...data.filter((each) => isPair(each)), ...pairs] };
}

/**
 * The placeholder values of a command line: JSON first, then what `key=value` says. A text becomes what the type of its
 * placeholder asks for, and `key=@path` of a FILE is uploaded.
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

/** `@-` is standard input as well, as with curl. */
async function textOf(cli: Cli, data: string): Promise<string> {
  if (data === '-' || data === '@-') return cli.terminal.readInput(cli.signal);
  return data.startsWith('@') ? readFile(data.slice(1)) : data;
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** What some editors write before a text. */
const BYTE_ORDER_MARK = /^\uFEFF/;
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The value of a JSON text. @throws UsageError where it is none, or has an integer that a number would round */
function exact(text: string, what: string): unknown {
  const source = text.replace(BYTE_ORDER_MARK, '');
  try {
    return unrounded(JSON.parse(source), source, what);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${what} is no JSON: ${(error as Error).message}`, { cause: error });
  }
}

/** The value of this JSON text. @throws UsageError where it has an integer that a number would round */
function unrounded(value: unknown, source: string, what: string): unknown {
  for (const [token] of source.matchAll(STRING_OR_NUMBER))
    if (/^-?\d+$/.test(token) && !isHeld(token))
      throw new UsageError(`${what}: ${token} is more than a number holds; send it as a text`);
  return value;
}

function isHeld(integer: string): boolean {
  const number = Number(integer);
  return Number.isFinite(number) && BigInt(integer) === BigInt(number);
}

/** The same; undefined where it is no JSON. */
function parsed(text: string, what: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return unrounded(value, text, what);
}

/** The field of a dotted key. */
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
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  return cli.client().files.upload(bytes, { name: basename(path), signal: cli.signal });
}
