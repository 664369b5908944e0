import { findComponentType } from '@workflow/components/descriptors';
import { graphOf, reachablePart } from '@workflow/workflow-model';
import type { Component, Connection, Definition } from '@workflow/workflow-model';

/** The ports of a component, derived from its type and config. */
export function portsOf(component: Component): string[] {
  return findComponentType(component)?.ports(component.config) ?? [];
}

export function isTrigger(component: Component): boolean {
  return isTriggerType(component.type);
}

export function isTriggerType(type: string): boolean {
  return findComponentType({ type })?.isTrigger ?? false;
}

/** Why a connection is not allowed (cycle, unknown port, trigger as target); null when it is allowed. */
export function refusalOf(definition: Definition, { from, port, to }: Connection): string | null {
  const source = definition.components.find((component) => component.id === from);
  const target = definition.components.find((component) => component.id === to);
  if (!source || !target) return 'This component does not exist';
  if (from === to) return 'A component cannot be connected to itself';
  if (isTrigger(target)) return 'A trigger starts the workflow and has no incoming connections';
  if (source.within !== target.within) return 'A connection cannot lead into a loop or out of it';
  if (!portsOf(source).includes(port)) return `The port ${port} does not exist`;
  if (definition.connections.some((one) => one.from === from && one.port === port && one.to === to))
    return 'These components are already connected';
  if (reachablePart(graphOf(definition), to).has(from)) return 'This connection would create a cycle';
  return null;
}
