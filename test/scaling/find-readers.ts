import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

const ROOT = join(import.meta.dirname, '../..');
const FILES = '{services,packages}/*/src/**/*.ts';
/** Tests, and packages that read no texts of others in a service. */
const OTHER_PACKAGES = 'api-types|cli|client|console|local-stack|service-bundles|test-harness';
const LEFT_OUT = new RegExp(String.raw`\.test\.ts$|/generated/|/testing/|^packages/(${OTHER_PACKAGES})/`);

/** Functions that read a text: of JavaScript, and our own ones around them. */
const READS = new Set([
  ...['JSON.parse', 'URL.parse', 'URL.canParse', 'Date.parse', 'decodeURIComponent', 'decodeURI'],
  ...['parseJson', 'parseReceivedJson', 'parseSentJson', 'parseJsonWithNumbers', 'parseJsonBody', 'readJsonFields'],
]);
const READING_CLASSES = new Set(['URL', 'URLSearchParams', 'TextDecoder', 'Headers', 'Request', 'Response']);

/** Libraries that read no text. Every other one counts as one that does. */
const NOT_READING = [
  ...['pino', 'pino-http', 'prom-client', 'lru-cache', 'uuid', 'bullmq', '@prisma/', '@opentelemetry/', 'ioredis'],
  ...['quickjs-emscripten-core', '@jitl/', 'express', 'kysely'],
];

/** Finds how a source reads texts: the functions and libraries that it does so with. */
export function readsIn(file: string, source: string): string[] {
  const found = new Set<string>();
  const { program } = parseSync(file, source);
  new Visitor({
    ImportDeclaration: ({ source: { value }, importKind }) => {
      if (importKind !== 'type' && isReadingLibrary(value)) found.add(value);
    },
    ImportExpression: ({ source: literal }) => {
      const { value } = literal as { value?: unknown };
      if (typeof value === 'string' && isReadingLibrary(value)) found.add(value);
    },
    CallExpression: ({ callee }) => {
      const name = source.slice(callee.start, callee.end).replace('globalThis.', '');
      if (READS.has(name)) found.add(name);
    },
    NewExpression: ({ callee }) => {
      const name = source.slice(callee.start, callee.end);
      if (READING_CLASSES.has(name)) found.add(`new ${name}`);
    },
  }).visit(program);
  for (const name of headersIn(program)) found.add(`header ${name}`);
  return [...found];
}

function isReadingLibrary(name: string): boolean {
  if (/^(\.|node:|#|@workflow\/)/.test(name)) return false;
  return !NOT_READING.some((other) => name === other || name.startsWith(other.endsWith('/') ? other : `${other}/`));
}

/** Finds the names of headers that a source reads: properties of whatever is called `headers`, and its `get`. */
export function headersRead(file: string, source: string): string[] {
  return headersIn(parseSync(file, source).program);
}

type Node = Parameters<NonNullable<ConstructorParameters<typeof Visitor>[0]['MemberExpression']>>[0];

function headersIn(program: Parameters<Visitor['visit']>[0]): string[] {
  const names = new Set<string>();
  const written = new Set<unknown>();
  new Visitor({
    AssignmentExpression: ({ left }) => void written.add(left),
    UnaryExpression: ({ operator, argument }) => operator === 'delete' && void written.add(argument),
    MemberExpression: (node) => {
      if (!isHeaders(node.object) || written.has(node)) return;
      const { name } = node.property as { name: string };
      if (node.computed) names.add(literalOf(node.property) ?? '*');
      else if (!METHODS.has(name)) names.add(name);
    },
    CallExpression: ({ callee, arguments: given }) => {
      const [first] = given;
      if (callee.type === 'Identifier' && HEADER_READERS.has(callee.name))
        for (const one of given) names.add(literalOf(one) ?? (one.type === 'TemplateLiteral' ? '*' : ''));
      if (callee.type !== 'MemberExpression' || !isHeaders(callee.object)) return;
      if ((callee.property as { name?: string }).name === 'get') names.add(literalOf(first) ?? '*');
    },
  }).visit(program);
  names.delete('');
  return [...names];
}

/** Functions of ours that read the header that they are given the name of. */
const HEADER_READERS = new Set(['headerOf', 'signatureHeader', 'headers']);
const METHODS = new Set(['get', 'set', 'has', 'delete', 'append', 'getSetCookie', 'entries', 'keys', 'forEach']);

function isHeaders(node: Node['object']): boolean {
  if (node.type === 'Identifier') return /^headers$/i.test(node.name);
  return (
    node.type === 'MemberExpression' && !node.computed && /^headers$/i.test((node.property as { name: string }).name)
  );
}

function literalOf(node: unknown): string | undefined {
  const { type, value } = (node ?? {}) as { type?: string; value?: unknown };
  return type === 'Literal' && typeof value === 'string' ? value.toLowerCase() : undefined;
}

/** Returns what reads texts in each source of the services, by file. */
export function findReaders(find: typeof readsIn = readsIn): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of globSync(FILES, { cwd: ROOT }).sort()) {
    if (LEFT_OUT.test(file)) continue;
    const reads = find(file, readFileSync(join(ROOT, file), 'utf8'));
    if (reads.length > 0) found.set(file, reads);
  }
  return found;
}
