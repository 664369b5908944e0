import { isObject } from '../is-object.ts';
import { PARAMETER_GROUPS, type HttpParameter, type ParameterGroup } from '../snapshot.ts';
import type { CopiedSchema, SchemaPool } from '../schemas/schema-pool.ts';
import { LeftOut } from '../schemas/left-out.ts';
import type { References } from './references.ts';

/** Headers that are determined by other parts of a request (OpenAPI 3.1, "Parameter Object"). */
const RESERVED_HEADERS = new Set(['accept', 'content-type', 'authorization']);

const DEFAULT_STYLE: Record<ParameterGroup, string> = {
  path: 'simple',
  query: 'form',
  header: 'simple',
  cookie: 'form',
};

/** Maximum numbers of parameters of one operation, and of characters of a name. */
const MAX_PARAMETERS = 1_000;
const MAX_NAME = 300;

const PROPERTY = { enumerable: true, configurable: true, writable: true } as const;

/** The parameters of an operation, and the schemas of the groups that have some. */
export interface ReadParameters {
  parameters: HttpParameter[];
  groups: Partial<Record<ParameterGroup, GroupSchema>>;
  copied: CopiedSchema[];
}

interface GroupSchema {
  type: 'object';
  properties: Record<string, unknown>;
  required?: string[];
  additionalProperties: false;
}

/**
 * Reads the parameters of a path and of its operation, which take precedence.
 * @throws LeftOut
 */
export function readParameters(lists: unknown[], references: References, pool: SchemaPool): ReadParameters {
  const read: ReadParameters = { parameters: [], groups: {}, copied: [] };
  for (const parameter of parametersIn(lists, references)) {
    const { name, description } = parameter;
    const group = PARAMETER_GROUPS.find((one) => one === parameter['in']);
    if (group === undefined || typeof name !== 'string') continue;
    if (name.length > MAX_NAME) throw new LeftOut(`the name of a parameter has more than ${MAX_NAME} characters`);
    if (group === 'header' && RESERVED_HEADERS.has(name.toLowerCase())) continue;
    const media = isObject(parameter['content']) ? Object.values(parameter['content'])[0] : undefined;
    const copied = pool.copy(isObject(media) ? media['schema'] : (parameter['schema'] ?? {}));
    read.copied.push(copied);
    const style = typeof parameter['style'] === 'string' ? parameter['style'] : DEFAULT_STYLE[group];
    const explode = typeof parameter['explode'] === 'boolean' ? parameter['explode'] : style === 'form';
    // A path with reserved characters could lead to another operation.
    const allowReserved = group !== 'path' && parameter['allowReserved'] === true;
    read.parameters.push({ name, in: group, style, explode, isJson: media !== undefined, allowReserved });
    const schema: GroupSchema = read.groups[group] ?? { type: 'object', properties: {}, additionalProperties: false };
    read.groups[group] = schema;
    const described =
      typeof description === 'string' && isObject(copied.schema)
        ? { description: description.slice(0, 2_000), ...copied.schema }
        : copied.schema;
    // An assignment to __proto__ would not add a property.
    Object.defineProperty(schema.properties, name, { ...PROPERTY, value: described });
    if ((parameter['required'] === true && !isFilled(group, name)) || group === 'path')
      schema.required = [...(schema.required ?? []), name];
  }
  return read;
}

/** Returns true for the idempotency key of a call, which the step sends unless the author sets one. */
function isFilled(group: ParameterGroup, name: string): boolean {
  return group === 'header' && name.toLowerCase() === 'idempotency-key';
}

function parametersIn(lists: unknown[], references: References): Iterable<Record<string, unknown>> {
  const parameters = new Map<string, Record<string, unknown>>();
  for (const list of lists)
    for (const one of Array.isArray(list) ? list : []) {
      const parameter = references.resolve(one);
      parameters.set(`${String(parameter['in'])} ${String(parameter['name'])}`, parameter);
      if (parameters.size > MAX_PARAMETERS) throw new LeftOut(`it has more than ${MAX_PARAMETERS} parameters`);
    }
  return parameters.values();
}
