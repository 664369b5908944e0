import type { ComponentDescriptor } from '@workflow/component-kit';
import { COMPONENT_TYPES, findComponentType } from '@workflow/components/descriptors';
import {
  problemMessage,
  wrong,
  type Component,
  type Definition,
  type DefinitionProblem,
} from '@workflow/workflow-model';
import { compileForeignSchema, compilePointedSchema } from '../schemas/compile-schema.ts';
import { checkKept } from './check-kept.ts';
import { checkItemFields } from './check-item-fields.ts';
import { nameOf } from '../schemas/describe-schema-errors.ts';

const configChecks = new WeakMap<ComponentDescriptor, ReturnType<typeof compilePointedSchema>>();

/** Compiled once: descriptors are as long-lived as the process. */
function configCheckOf(descriptor: ComponentDescriptor): ReturnType<typeof compilePointedSchema> {
  const known = configChecks.get(descriptor);
  if (known !== undefined) return known;
  const compile = COMPONENT_TYPES.includes(descriptor) ? compilePointedSchema : compileForeignSchema;
  const check = compile(descriptor.configSchema, '');
  configChecks.set(descriptor, check);
  return check;
}

/** Rules of a single component: its id, its type, its config unless it is disabled. */
export function checkComponents({ components }: Definition): DefinitionProblem[] {
  if (components.length === 0) return [{ componentId: null, path: '/components', ...wrong('COMPONENTS_MISSING', {}) }];
  if (components.every(({ disabled }) => disabled === true))
    return [{ componentId: null, path: '/components', ...wrong('ALL_DISABLED', {}) }];
  const seen = new Set<string>();
  return components.flatMap((component) => {
    const repeated = seen.has(component.id);
    seen.add(component.id);
    const problems = checkConfig(component);
    if (repeated)
      problems.push({
        componentId: component.id,
        path: '/id',
        ...wrong('COMPONENT_ID_TWICE', { id: component.id }),
      });
    return problems;
  });
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
  const shape = problems.map(({ pointer, code, values }) => {
    const named = { ...values, field: ['config', nameOf(pointer)].filter(Boolean).join('.') };
    return { componentId: id, path: `/config${pointer}`, code, values: named, message: problemMessage(code, named) };
  });
  const across = [...descriptor.checkConfig(config), ...checkKept(descriptor, config)].map(
    ({ pointer, field, rule }) => ({
      componentId: id,
      path: `/config${pointer}`,
      ...(field === undefined ? wrong('CONFIG_RULE', { rule }) : wrong('FIELD_RULE', { field, rule })),
    }),
  );
  return [...shape, ...across];
}
