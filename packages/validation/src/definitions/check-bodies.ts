import { bodyPropertyOf, fieldsOfBody, findComponentType, outputsOf } from '@workflow/components/descriptors';
import {
  beginningsOfBodies,
  enclosingComponents,
  isInner,
  wrong,
  type Component,
  type Definition,
  type DefinitionProblem,
} from '@workflow/workflow-model';

/**
 * Checks the rules of bodies: each begins with one component, no connection crosses its edge, it has no triggers and
 * nothing that depends on the session of its trigger, and none of its components produces a placeholder of the item.
 */
export function checkBodies(definition: Definition): DefinitionProblem[] {
  const { components, connections } = definition;
  if (!components.some((component) => bodyPropertyOf(component) !== null)) return [];
  const byId = new Map(components.map((component) => [component.id, component]));
  const across = connections.flatMap(({ from, to }, index): DefinitionProblem[] => {
    const [source, target] = [byId.get(from), byId.get(to)];
    if (source === undefined || target === undefined || source.within === target.within) return [];
    return [{ componentId: from, path: `/connections/${index}`, ...wrong('CONNECTION_ACROSS_BODIES', {}) }];
  });
  return [...across, ...checkBeginnings(definition), ...components.flatMap((inner) => checkInner(inner, byId))];
}

function checkBeginnings(definition: Definition): DefinitionProblem[] {
  const beginnings = Map.groupBy(beginningsOfBodies(definition), ({ within }) => within);
  const bodies = Map.groupBy(definition.components.filter(isInner), ({ within }) => within);
  return definition.components.flatMap((component): DefinitionProblem[] => {
    const property = component.disabled === true ? null : bodyPropertyOf(component);
    if (property === null) return [];
    const place = { componentId: component.id, path: `/config/${property}` };
    if (!bodies.has(component.id)) return [{ ...place, ...wrong('BODY_EMPTY', {}) }];
    const given = beginnings.get(component.id) ?? [];
    if (given.length === 1) return [];
    const names = given.length === 0 ? ['none'] : given.map(({ name, type }) => name || type);
    return [{ ...place, ...wrong('BODY_BEGINNINGS', { given: names }) }];
  });
}

function checkInner(component: Component, byId: ReadonlyMap<string, Component>): DefinitionProblem[] {
  if (!isInner(component) || component.disabled === true) return [];
  const { id, type } = component;
  const descriptor = findComponentType(component);
  const problems: DefinitionProblem[] = [];
  if (descriptor?.isTrigger === true || (descriptor?.needsOfTrigger ?? null) !== null)
    problems.push({ componentId: id, path: '/type', ...wrong('BODY_COMPONENT', { type }) });
  const produced = new Set(outputsOf(component).map(({ key }) => key));
  for (const outer of enclosingComponents(byId, component))
    for (const { key } of fieldsOfBody(outer))
      if (produced.has(key))
        problems.push({
          componentId: id,
          path: '/output',
          ...wrong('PLACEHOLDER_TWICE', { placeholder: key, producer: outer.name || outer.type }),
        });
  return problems;
}
