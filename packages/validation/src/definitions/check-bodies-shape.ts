import { bodyPropertyOf, findComponentType } from '@workflow/components/descriptors';
import { wrong, type Connection, type Json, type JsonObject } from '@workflow/workflow-model';
import { compilePointedSchema } from '../schemas/compile-schema.ts';
import { nameOf, renamed, type SchemaProblem } from '../schemas/describe-schema-errors.ts';
import { componentSchema, connectionSchema, MAX_COMPONENTS, MAX_CONNECTIONS } from './definition-schema.ts';
import type { WrittenComponent } from './definition-schema.ts';

/** The maximum number of bodies around a component. */
const MAX_BODY_DEPTH = 5;

/** A body as it arrives. */
interface WrittenBody {
  components: WrittenComponent[];
  connections?: Connection[];
}

const findProblems = compilePointedSchema(
  {
    type: 'object',
    required: ['components'],
    additionalProperties: false,
    properties: {
      components: { type: 'array', maxItems: MAX_COMPONENTS, items: componentSchema },
      connections: { type: 'array', maxItems: MAX_CONNECTIONS, items: connectionSchema },
    },
  },
  'the body',
);

/**
 * Checks the shapes of all bodies, their depth, and the number of components and connections in the whole definition.
 * Reports the first body that is wrong.
 */
export function shapeProblemsOfBodies(definition: WrittenBody): SchemaProblem[] {
  const totals = { components: definition.components.length, connections: definition.connections?.length ?? 0 };
  const open = definition.components.map((component, index) => ({
    component,
    pointer: `/components/${index}`,
    depth: 1,
  }));
  // The loop appends the components of bodies to the list.
  for (const { component, pointer, depth } of open) {
    const property = findComponentType(component)?.body?.property;
    const body = property === undefined ? undefined : component.config?.[property];
    if (property === undefined || body === undefined) continue;
    const place = `${pointer}/config/${property}`;
    const problems = findProblems(body);
    if (problems.length > 0)
      return problems.map((problem) => {
        const at = place + problem.pointer;
        return { pointer: at, ...renamed(problem, nameOf(at)) };
      });
    const { components, connections = [] } = body as unknown as WrittenBody;
    totals.components += components.length;
    totals.connections += connections.length;
    if (depth > MAX_BODY_DEPTH)
      return [
        { pointer: place, ...rule(`config.${property}`, `must not be within more than ${MAX_BODY_DEPTH - 1} others`) },
      ];
    const tooMany = tooManyIn(totals);
    if (tooMany !== null) return [tooMany];
    for (const [index, inner] of components.entries())
      open.push({ component: inner, pointer: `${place}/components/${index}`, depth: depth + 1 });
  }
  return [];
}

function tooManyIn(totals: { components: number; connections: number }): SchemaProblem | null {
  for (const [field, limit] of [
    ['components', MAX_COMPONENTS],
    ['connections', MAX_CONNECTIONS],
  ] as const)
    if (totals[field] > limit)
      return { pointer: `/${field}`, ...rule(field, `must have at most ${limit} items, those of bodies included`) };
  return null;
}

const rule = (field: string, text: string) => wrong('FIELD_RULE', { field, rule: text });

/** Returns the body in which a problem is, and the pointer within it. Null if it is not in a body of the component. */
export function locateInBody(component: unknown, pointer: string | undefined): { body: Json; pointer: string } | null {
  const { type, config } = (component ?? {}) as { type?: unknown; config?: JsonObject | null };
  const property = typeof type === 'string' ? bodyPropertyOf(component as WrittenComponent) : null;
  const start = `/config/${property}/components/`;
  if (!config || property === null || pointer?.startsWith(start) !== true) return null;
  return { body: config[property] as Json, pointer: pointer.slice(start.length - '/components/'.length) };
}
