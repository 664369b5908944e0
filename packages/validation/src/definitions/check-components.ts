import { COMPONENT_TYPES, findComponentType } from '@workflow/components/descriptors';
import type { Component, Definition, DefinitionProblem } from '@workflow/workflow-model';
import { compilePointedSchema } from '../schemas/compile-schema.ts';
import { checkItemFields } from './check-item-fields.ts';
import { nameOf } from '../schemas/describe-schema-errors.ts';

const configChecks = new Map(
  COMPONENT_TYPES.map(({ type, configSchema }) => [type, compilePointedSchema(configSchema, '')]),
);

/** Rules of a single component: its id, its type, its config unless it is disabled. */
export function checkComponents({ components }: Definition): DefinitionProblem[] {
  if (components.length === 0)
    return [{ componentId: null, path: '/components', message: 'the workflow has no component' }];
  if (components.every(({ disabled }) => disabled === true))
    return [{ componentId: null, path: '/components', message: 'every component is disabled' }];
  const seen = new Set<string>();
  return components.flatMap((component) => {
    const repeated = seen.has(component.id);
    seen.add(component.id);
    const problems = checkConfig(component);
    if (repeated)
      problems.push({
        componentId: component.id,
        path: '/id',
        message: `the id ${component.id} is used by two components`,
      });
    return problems;
  });
}

function checkConfig({ id, type, config, disabled }: Component): DefinitionProblem[] {
  const descriptor = findComponentType(type);
  if (descriptor === undefined)
    return [{ componentId: id, path: '/type', message: `there is no component type ${type}` }];
  if (disabled === true) return [];
  const problems = [...(configChecks.get(type)?.(config) ?? []), ...checkItemFields(descriptor.configSchema, config)];
  const shape = problems.map(({ pointer, message }) => ({
    componentId: id,
    path: `/config${pointer}`,
    message: nameOf(pointer) === '' ? `config${message}` : `config.${message}`,
  }));
  const across = (descriptor.checkConfig?.(config) ?? []).map(({ pointer, message }) => ({
    componentId: id,
    path: `/config${pointer}`,
    message,
  }));
  return [...shape, ...across];
}
