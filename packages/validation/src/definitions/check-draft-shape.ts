import {
  definitionOf,
  wrong,
  type Checked,
  type Definition,
  type DefinitionProblem,
  type JsonObject,
} from '@workflow/workflow-model';
import { parseJsonPlaceholder } from '@workflow/placeholder-values';
import { unfoldBodies } from '@workflow/components/descriptors';
import { compilePointedSchema } from '../schemas/compile-schema.ts';
import { nameOf, renamed, type SchemaProblem } from '../schemas/describe-schema-errors.ts';
import { checkNumbers } from './check-numbers.ts';
import { checkTemplateSizes } from './check-template-sizes.ts';
import { locateInBody, shapeProblemsOfBodies } from './check-bodies-shape.ts';
import { definitionSchema, type WrittenComponent } from './definition-schema.ts';

const findShapeProblems = compilePointedSchema(definitionSchema, 'the definition');

/** A definition as it arrives: optional parts may be missing. */
export type WrittenDefinition = Partial<Omit<Definition, 'components' | 'test'>> & { components: WrittenComponent[] };

/**
 * Checks that a draft can be saved: its shape and sizes, and that PostgreSQL can store it. Other rules are not checked.
 * Returns the definition in its stored form: ids in lower case, as PostgreSQL writes UUIDs, and an empty `config` if it
 * was missing.
 */
export function checkDraftShape(definition: unknown): Checked<Definition> {
  const problems = shapeProblems(definition);
  if (problems.length > 0) return { ok: false, problems: problems.map((problem) => problem.message) };
  return { ok: true, value: storedForm(definition as WrittenDefinition) };
}

export function shapeProblems(definition: unknown): SchemaProblem[] {
  const stored = parseJsonPlaceholder(definition);
  if (!stored.ok) return [{ pointer: '', ...wrong('FIELD_RULE', { field: 'the definition', rule: stored.problem }) }];
  const problems = findShapeProblems(definition);
  if (problems.length > 0) return problems;
  const bodies = shapeProblemsOfBodies(definition as WrittenDefinition);
  if (bodies.length > 0) return bodies;
  const { components } = unfoldBodies(definition as Written);
  return [...checkTemplateSizes(components), ...checkNumbers(definition)];
}

export function storedForm(written: WrittenDefinition): Definition {
  const definition = unfoldBodies({ connections: [], ...written } as Written);
  return definitionOf({
    ...definition,
    components: definition.components.map((component) => ({
      ...component,
      id: component.id.toLowerCase(),
      config: withLowerCaseTarget(component.config ?? {}),
      ...(component.within !== undefined && { within: component.within.toLowerCase() }),
    })),
    connections: definition.connections.map(({ from, port, to }) => ({
      from: from.toLowerCase(),
      port,
      to: to.toLowerCase(),
    })),
  });
}

/**
 * Returns the config with the ids of the workflow and component that `run-workflow` and `for-each` start in lower case.
 */
function withLowerCaseTarget(config: JsonObject): JsonObject {
  const lowered: JsonObject = {};
  for (const key of ['workflowId', 'componentId']) {
    const value = Object.hasOwn(config, key) ? config[key] : undefined;
    if (typeof value === 'string') lowered[key] = value.toLowerCase();
  }
  return Object.keys(lowered).length === 0 ? config : { ...config, ...lowered };
}

/** A definition with configs, which may be missing until they are read. */
type Written = Parameters<typeof unfoldBodies>[0];

/** Assigns a problem of the shape to the component that contains it. */
export function locateShapeProblem(definition: unknown, problem: SchemaProblem): DefinitionProblem {
  const match = /^\/components\/(\d+)(\/.*)?$/.exec(problem.pointer);
  const components = (definition as { components?: unknown } | null)?.components;
  const component: unknown = match !== null && Array.isArray(components) ? components[Number(match[1])] : undefined;
  const id = typeof component === 'object' && component !== null ? (component as { id?: unknown }).id : undefined;
  const inner = locateInBody(component, match?.[2]);
  if (inner !== null) return locateShapeProblem(inner.body, { ...problem, pointer: inner.pointer });
  if (match === null || typeof id !== 'string') {
    const { pointer: path, ...found } = problem;
    return { componentId: null, path, ...found };
  }
  const path = match[2] ?? '';
  return { componentId: id, path, ...renamed(problem, nameOf(path) || 'the component') };
}
