import { parseJson } from '@workflow/workflow-model';
import { upgrade } from '@scalar/openapi-upgrader';
import { CORE_SCHEMA, load, mergeTag, YAMLException } from 'js-yaml';
import { isObject } from '../is-object.ts';
import { SourceRefused } from '../schemas/left-out.ts';
import { MAX_DOCUMENT_BYTES } from '../snapshot.ts';

/** YAML 1.2 with merge keys (`<<`), which documents written by hand use. */
const YAML_SCHEMA = CORE_SCHEMA.withTags(mergeTag);

/**
 * Parses an OpenAPI document of any version, in JSON or YAML, and returns it in the form of OpenAPI 3.1.
 * @param url the URL of the document, whose scheme is the default of Swagger 2.0 documents
 * @throws SourceRefused with the line of the mistake
 */
export function parseDocument(text: string, url: string | null): Record<string, unknown> {
  if (Buffer.byteLength(text) > MAX_DOCUMENT_BYTES)
    throw new SourceRefused(`The document has more than ${MAX_DOCUMENT_BYTES / 1024 / 1024} MiB`);
  const parsed = parse(text.replace(/^\uFEFF/, ''));
  if (!isObject(parsed)) throw new SourceRefused('The document is not an object');
  const field = parsed['openapi'] === undefined ? 'swagger' : 'openapi';
  const version = versionText(parsed[field]);
  if (version === undefined)
    throw new SourceRefused('The document has neither openapi nor swagger, which name its version');
  if (!/^(?:2|3)\.\d/.test(version))
    throw new SourceRefused(`The document has version ${version.slice(0, 20)} of OpenAPI. Use 2.0, 3.0 or 3.1`);
  if (!isObject(parsed['paths']))
    throw new SourceRefused(parsed['paths'] === undefined ? 'The document has no paths' : '#/paths is not an object');
  if (/^3\.[1-9]/.test(version)) return parsed;
  const schemes = [url?.startsWith('http:') === true ? 'http' : 'https'];
  const document = { ...(field === 'swagger' && { schemes }), ...parsed, [field]: version };
  return upgrade(document, '3.1') as unknown as Record<string, unknown>;
}

/** Returns the version as a text, because YAML without quotes has the number 2 instead of the text 2.0. */
function versionText(version: unknown): string | undefined {
  if (version === undefined) return undefined;
  return Number.isInteger(version) ? `${String(version)}.0` : String(version);
}

function parse(text: string): unknown {
  if (/^\s*\{/.test(text)) return readJson(text);
  try {
    return load(text, { schema: YAML_SCHEMA });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const { reason, mark } = error;
    throw new SourceRefused(`Line ${(mark?.line ?? 0) + 1}: ${reason}`);
  }
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    // The values are nested too deeply.
    if (error instanceof RangeError) throw error;
    throw new SourceRefused(`Line ${lineOfMistake(text)}: the document is not JSON`);
  }
}

/** Returns the number of the first line that no JSON has after the lines before it. */
function lineOfMistake(text: string): number {
  const lines = text.split('\n');
  let [first, last] = [1, lines.length];
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    if (hasMistake(`${lines.slice(0, middle).join('\n')}\n`)) last = middle;
    else first = middle + 1;
  }
  return first;
}

/** Returns true if a beginning of a document is wrong already. V8 reports the position of some mistakes only. */
function hasMistake(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return false;
  } catch (error) {
    const { message } = error as Error;
    const position = / at position (\d+)/.exec(message)?.[1];
    return position === undefined ? !message.startsWith('Unexpected end') : Number(position) < beginning.length;
  }
}
