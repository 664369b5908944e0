import { compileSchema } from '@workflow/validation';

type Schema = Record<string, unknown>;
type Responses = Record<string, { content?: Record<string, { schema: Schema }> }>;

export interface ApiDocument {
  paths: Record<string, Record<string, { responses: Responses }>>;
  components: { schemas: Record<string, Schema> };
}

interface ObservedAnswer {
  method: string;
  path: string;
  status: number;
  contentType: string | null;
  body: unknown;
}

type AnswerCheck = (answer: ObservedAnswer) => void;

/** Compiling the schemas of a document takes longer than most files: those of a worker share what they compiled. */
const made = new Map<string, AnswerCheck>();

/**
 * Returns a check that throws when an answer differs from the OpenAPI document: a status or a content type that its
 * operation does not have, or a body that breaks its schema. Paths and methods that are not in it have the error body.
 */
export function makeDocumentCheck({ paths, components }: ApiDocument): AnswerCheck {
  const text = JSON.stringify({ paths, components });
  let check = made.get(text);
  if (check === undefined) {
    check = makeCheck({ paths, components });
    made.set(text, check);
  }
  return check;
}

function makeCheck(document: ApiDocument): AnswerCheck {
  // A path without parameters wins over one that would match it too.
  const templates = Object.keys(document.paths).sort((one, other) => one.split('{').length - other.split('{').length);
  const patterns = templates.map((template) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  const definitions = toDefinitions(document.components.schemas) as Record<string, Schema>;
  const checks = new Map<string, ReturnType<typeof compileSchema>>();

  function check(key: string, schema: Schema, body: unknown): void {
    let compiled = checks.get(key);
    if (compiled === undefined) {
      const own = toDefinitions(schema) as Schema;
      // An answer has few of the document's schemas, and compiling reads all that it is given.
      compiled = compileSchema({ ...own, definitions: referredTo(own, definitions) }, 'the answer');
      checks.set(key, compiled);
    }
    const outcome = compiled(body);
    if (!outcome.ok) throw new Error(`${key} differs from the document: ${outcome.problems.join('; ')}`);
  }

  return ({ method, path, status, contentType, body }) => {
    const bare = path.split('?')[0] as string;
    // It has the headers of a body, and none.
    if (method === 'HEAD') return;
    if (bare.startsWith('/api/auth/') || contentType?.startsWith('application/json') !== true) return;
    const template = patterns.find(({ pattern }) => pattern.test(bare))?.template;
    const operation = template === undefined ? undefined : document.paths[template]?.[method.toLowerCase()];
    if (operation === undefined)
      return check('an unknown path or method', { $ref: '#/components/schemas/Error' }, body);
    const key = `${method} ${template} ${status}`;
    const response = operation.responses[String(status)];
    if (response === undefined) throw new Error(`${key} is not in the document`);
    const schema = response.content?.['application/json']?.schema;
    if (schema === undefined) throw new Error(`${key} has no JSON body in the document`);
    check(key, schema, body);
  };
}

/** The definitions that a schema refers to, directly or by another one. */
function referredTo(schema: Schema, definitions: Record<string, Schema>): Record<string, Schema> {
  const found: Record<string, Schema> = {};
  const look = (value: Schema): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"\$ref":"#\/definitions\/([^"]+)"/g)) {
      if (Object.hasOwn(found, name)) continue;
      found[name] = definitions[name]!;
      look(definitions[name]!);
    }
  };
  look(schema);
  return found;
}

/** References into the document as references within one schema. */
function toDefinitions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toDefinitions);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === '$ref' && typeof item === 'string'
        ? item.replace('#/components/schemas/', '#/definitions/')
        : toDefinitions(item),
    ]),
  );
}
