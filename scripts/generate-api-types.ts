import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { routes } from '../services/ingress/src/routes.ts';
import { openApiDocument } from '../services/ingress/src/service/open-api-document.ts';
import { comment, membersType, typeOfSchema, type Schema } from './type-of-schema.ts';

/*
 * Writes packages/api-types/src/operations.ts from the routes of ingress. With --check it writes nothing and fails if
 * the file would change.
 */
const TARGET = 'packages/api-types/src/operations.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: Schema;
}

interface Content {
  content?: Record<string, { schema: Schema }>;
}

interface Operation {
  summary: string;
  parameters?: Parameter[];
  requestBody?: Content & { required: boolean };
  responses: Record<string, Content>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const refer = (name: string): string => `Schemas[${JSON.stringify(name)}]`;

function typesOf({ paths, components }: Document): string {
  const schemas = Object.entries(components.schemas);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const key = JSON.stringify(`${method.toUpperCase()} ${path}`);
      return `${comment(operation.summary)}${key}: ${operationType(operation)};\n`;
    }),
  );
  return [
    '// Written by `node scripts/generate-api-types.ts` from the routes of ingress.\n',
    '/** The named schemas of the API. */',
    `export interface Schemas ${membersType(schemas, new Set(Object.keys(components.schemas)), refer)}\n`,
    '/** What each route takes and answers, by method and path. */',
    `export interface Operations {\n${operations.join('')}}\n`,
  ].join('\n');
}

function operationType({ parameters = [], requestBody, responses }: Operation): string {
  const members = (['path', 'query', 'header'] as const).flatMap((place) => {
    const own = parameters.filter((parameter) => parameter.in === place);
    if (own.length === 0) return [];
    const required = new Set(own.filter((parameter) => parameter.required).map(({ name }) => name));
    const schemas = own.map(
      ({ name, schema, description }) =>
        [name, description === undefined ? schema : { ...schema, description }] as const,
    );
    return [`${place}${required.size > 0 ? '' : '?'}: ${membersType(schemas, required, refer)};\n`];
  });
  if (requestBody !== undefined) members.push(`body${requestBody.required ? '' : '?'}: ${contentType(requestBody)};\n`);
  const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const types = new Set(answers.map(([, response]) => contentType(response)));
  members.push(`answer: ${types.has('unknown') ? 'unknown' : [...types].join(' | ')};\n`);
  return `{\n${members.join('')}}`;
}

/** Returns the type of a body: JSON by its schema, other content types as text or bytes. */
function contentType({ content }: Content): string {
  if (content === undefined) return 'undefined';
  const json = content['application/json'];
  return json === undefined ? 'unknown' : typeOfSchema(json.schema, refer);
}

/** Indents by braces at the ends of lines. Comments never end with a brace. */
function indented(source: string): string {
  let depth = 0;
  return source.replaceAll(/^.+$/gm, (line) => {
    if (line.startsWith('}')) depth -= 1;
    const whole = '  '.repeat(depth) + line;
    if (line.endsWith('{')) depth += 1;
    return whole;
  });
}

const target = fileURLToPath(new URL(`../${TARGET}`, import.meta.url));
const generated = indented(typesOf(openApiDocument('http://localhost', routes) as Document));
if (!process.argv.includes('--check')) await writeFile(target, generated);
else if ((await readFile(target, 'utf8')) !== generated) {
  console.error(`${TARGET} does not match the routes; run \`node scripts/generate-api-types.ts\``);
  process.exitCode = 1;
}
