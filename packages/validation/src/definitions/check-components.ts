import type { ComponentDescriptor } from '@workflow/component-kit';
import { CONFIG_CHECKS } from '@workflow/components/config-checks';
import { COMPONENT_TYPES, findComponentType, isStoredFor } from '@workflow/components/descriptors';
import { wrong, type Component, type Definition, type DefinitionProblem } from '@workflow/workflow-model';
import { compileForeignSchema, compilePointedSchema } from '../schemas/compile-schema.ts';
import { checkItemFields } from './check-item-fields.ts';
import { nameOf, renamed } from '../schemas/describe-schema-errors.ts';

const configChecks = new WeakMap<ComponentDescriptor, ReturnType<typeof compilePointedSchema>>();

/** Returns the compiled check of a config, which is cached as long as the descriptor exists. */
function configCheckOf(descriptor: ComponentDescriptor): ReturnType<typeof compilePointedSchema> {
  const known = configChecks.get(descriptor);
  if (known !== undefined) return known;
  const compile = COMPONENT_TYPES.includes(descriptor) ? compilePointedSchema : compileForeignSchema;
  const check = compile(descriptor.configSchema, '');
  configChecks.set(descriptor, check);
  return check;
}

/** The maximum number of triggers of one type with due times, which are all computed when a workflow is published. */
const MAX_TIMED_TRIGGERS = 100;

/** Checks the rules of single components: the id, the type, and the config unless the component is disabled. */
export function* checkComponents({ components }: Definition): Generator<void, DefinitionProblem[]> {
  if (components.length === 0) return [{ componentId: null, path: '/components', ...wrong('COMPONENTS_MISSING', {}) }];
  if (components.every(({ disabled }) => disabled === true))
    return [{ componentId: null, path: '/components', ...wrong('ALL_DISABLED', {}) }];
  const seen = new Set<string>();
  const tooMany = typesWithTooMany(components);
  const problems: DefinitionProblem[] = [...tooMany].map(([type, given]) => ({
    componentId: null,
    path: '/components',
    ...wrong('TOO_MANY_TRIGGERS', { type, limit: MAX_TIMED_TRIGGERS, given }),
  }));
  for (const component of components) {
    const { id, type } = component;
    if (!tooMany.has(type)) problems.push(...checkConfig(component));
    if (seen.has(id)) problems.push({ componentId: id, path: '/id', ...wrong('COMPONENT_ID_TWICE', { id }) });
    seen.add(id);
    yield;
  }
  return problems;
}

/** Types of triggers with due times of which a definition has too many, and how many. */
function typesWithTooMany(components: readonly Component[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { type, disabled } of components)
    if (disabled !== true && (isStoredFor(type, 'schedule') || isStoredFor(type, 'poll')))
      counts.set(type, (counts.get(type) ?? 0) + 1);
  return new Map([...counts].filter(([, count]) => count > MAX_TIMED_TRIGGERS));
}

function checkConfig(component: Component): DefinitionProblem[] {
  const { id, type, version, config, disabled } = component;
  const descriptor = findComponentType(component);
  if (descriptor === undefined)
    return version === undefined
      ? [{ componentId: id, path: '/type', ...wrong('COMPONENT_TYPE_UNKNOWN', { type }) }]
      : [{ componentId: id, path: '/version', ...wrong('COMPONENT_VERSION_UNKNOWN', { type, version }) }];
  if (disabled === true) return [];
  const problems = [...configCheckOf(descriptor)(config), ...checkItemFields(descriptor.configSchema, config)];
  const shape = problems.map((problem) => ({
    componentId: id,
    path: `/config${problem.pointer}`,
    ...renamed(problem, ['config', nameOf(problem.pointer)].filter(Boolean).join('.')),
  }));
  const across = [...descriptor.checkConfig(config), ...(CONFIG_CHECKS.get(type)?.(config) ?? [])].map(
    ({ pointer, field, rule }) => ({
      componentId: id,
      path: `/config${pointer}`,
      ...(field === undefined ? wrong('CONFIG_RULE', { rule }) : wrong('FIELD_RULE', { field, rule })),
    }),
  );
  return [...shape, ...across];
}
