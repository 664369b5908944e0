import { compileSchema } from '@workflow/validation';

type Schema = Record<string, unknown>;
type Responses = Record<string, { content?: Record<string, { schema: Schema }> }>;

export interface ApiDocument {
  paths: Record<string, Record<string, { responses: Responses }>>;
  components: { schemas: Record<string, Schema> };
}

export interface ObservedAnswer {
  method: string;
  path: string;
  status: number;
  contentType: string | null;
  body: unknown;
}

/**
 * Throws when an answer is not as the OpenAPI document says: a status that its operation does not have, a content
 * type it does not have, or a body that breaks its schema. Paths and methods that are not in it have the error body.
 */
export function makeDocumentCheck(document: ApiDocument): (answer: ObservedAnswer) => void {
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
      compiled = compileSchema({ ...(toDefinitions(schema) as Schema), definitions }, { label: 'the answer' });
      checks.set(key, compiled);
    }
    const outcome = compiled(body);
    if (!outcome.ok) throw new Error(`${key} is not as the document says: ${outcome.problems.join('; ')}`);
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
