import { checkFields, fieldsSchema, type JsonSchema, type Manifest } from '@workflow/component-kit';
import { compileForeignSchema, compileSchema } from '@workflow/validation';
import { isJsonObject, type Checked, type Json, type JsonObject } from '@workflow/workflow-model';
import { checkConfigSchema } from './check-config-schema.ts';
import { MANIFEST_SCHEMA, MAX_MANIFEST_BYTES, MAX_MANIFEST_DEPTH, MAX_MANIFEST_VALUES } from './manifest.ts';

const checkShape = compileSchema<Manifest>(MANIFEST_SCHEMA, 'the manifest');
const checkProducedFields = compileSchema(fieldsSchema('What it produces.'), 'produces.fields');
/** Keys through which a careless copy of a value could change a prototype. */
const RESERVED_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
/** Matches the beginning of a tag, a comment or an instruction (CommonMark §6.6), also in code. */
const HTML = /<[A-Za-z/!?]/;
/** Matches destinations of links and images, and of link reference definitions. */
const DESTINATIONS = /\]\(\s*<?([^\s)>]*)|\]:\s*<?([^\s>]*)/g;
const HARMLESS_DESTINATION = /^(?:https:\/\/|mailto:|#|$)/;

/** Reads the manifest in the text of a package. Returns all its problems if it is invalid. Throws nothing. */
export function readManifest(text: string): Checked<Manifest> {
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_MANIFEST_BYTES) return refuse(`the manifest has ${bytes} bytes, ${MAX_MANIFEST_BYTES} are allowed`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse('the manifest is not JSON');
  }
  const unbounded = checkBounds(value);
  if (unbounded !== null) return refuse(unbounded);
  const shaped = checkShape(value);
  if (!shaped.ok) return shaped;
  const manifest = shaped.value;
  const problems = [
    ...checkConfigSchema(manifest.configSchema),
    ...checkCompiles(manifest.configSchema),
    ...checkPointers(manifest),
    ...checkDocs(manifest.docs),
  ];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: manifest };
}

function refuse(problem: string): Checked<Manifest> {
  return { ok: false, problems: [problem] };
}

/** Works without recursion, because it checks the depth. */
function checkBounds(root: unknown): string | null {
  const waiting: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }];
  let values = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    values += 1;
    if (values > MAX_MANIFEST_VALUES) return `the manifest has more than ${MAX_MANIFEST_VALUES} values`;
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > MAX_MANIFEST_DEPTH) return `the manifest is nested more than ${MAX_MANIFEST_DEPTH} levels deep`;
    for (const [key, child] of Object.entries(value)) {
      if (RESERVED_KEYS.has(key)) return `the manifest has the key ${key}, which is reserved`;
      waiting.push({ value: child, depth: depth + 1 });
    }
  }
  return null;
}

/** Finds keywords that do not fit together, such as a length of a number. */
function checkCompiles(schema: JsonSchema): string[] {
  try {
    compileForeignSchema(schema, '')({});
    return [];
  } catch (error) {
    return [`configSchema cannot be used: ${(error as Error).message}`];
  }
}

type Properties = Readonly<Record<string, JsonSchema | undefined>>;

/** Checks that ports and fields that are taken from the config exist and have the declared types. */
function checkPointers({ configSchema, ports, produces, newConfig = {} }: Manifest): string[] {
  const properties = (configSchema['properties'] ?? {}) as Properties;
  return [
    ...(ports === undefined ? [] : checkPorts(ports, properties)),
    ...(produces === undefined ? [] : checkProduces(produces, properties)),
    ...Object.keys(newConfig)
      .filter((key) => !Object.hasOwn(properties, key))
      .map((key) => `newConfig.${key} is not a property of configSchema`),
  ];
}

function checkPorts(ports: NonNullable<Manifest['ports']>, properties: Properties): string[] {
  if (!('list' in ports) || ports.key === undefined) return [];
  const items = properties[ports.list]?.['items'] as JsonSchema | undefined;
  const named = (items?.['properties'] as JsonObject | undefined)?.[ports.key];
  return isJsonObject(named) && named['type'] === 'string'
    ? []
    : [`ports are named by ${ports.list}[].${ports.key}, which is not a string of configSchema`];
}

function checkProduces(produces: NonNullable<Manifest['produces']>, properties: Properties): string[] {
  if ('fieldsFromConfig' in produces)
    return properties[produces.fieldsFromConfig]?.['x-control'] === 'fields'
      ? []
      : [`produces.fieldsFromConfig names ${produces.fieldsFromConfig}, which contains no fields`];
  if ('typeFromConfig' in produces)
    return properties['type'] === undefined ? ['produces.typeFromConfig needs a property type in configSchema'] : [];
  if (!('type' in produces)) return ['produces must have a type, typeFromConfig or fieldsFromConfig'];
  const { type, fields } = produces;
  if (fields === undefined) return type === 'OBJECT' ? ['produces.fields is required with the type OBJECT'] : [];
  const checked = checkProducedFields(fields);
  if (!checked.ok) return checked.problems.map((problem) => `produces.fields.${problem}`);
  return checkFields(fields as unknown as Json, 'produces.fields').map(
    ({ pointer, field = '', rule }) => `${pointer.replaceAll('/', '.')} ${field} ${rule}`,
  );
}

/**
 * Allows Markdown without HTML, whose links lead only to pages. A destination is compared as it is written, so one that
 * is spelled with entities or escapes does not begin as an allowed one does.
 */
function checkDocs(docs: string): string[] {
  const problems = HTML.test(docs) ? ['docs may not have HTML; write &lt; for <'] : [];
  for (const [, inline, reference] of docs.matchAll(DESTINATIONS)) {
    const destination = inline ?? reference ?? '';
    if (!HARMLESS_DESTINATION.test(destination))
      problems.push(`docs link to ${destination.slice(0, 100)}; links begin with https://, mailto: or #`);
  }
  return problems;
}
