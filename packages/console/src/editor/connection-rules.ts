import { findComponentType } from '@workflow/component-catalog';
import { graphOf, reachablePart } from '@workflow/workflow-model';
import type { Component, Connection, Definition } from '@workflow/workflow-model';

/** The ports of a component, as its type and config say. */
export function portsOf(component: Component): string[] {
  return findComponentType(component.type)?.ports(component.config) ?? [];
}

export function isTrigger(component: Component): boolean {
  return isTriggerType(component.type);
}

export function isTriggerType(type: string): boolean {
  return findComponentType(type)?.isTrigger ?? false;
}

/** Why a connection cannot be made (no cycle, ports exist, nothing leads to a trigger); null when it can. */
export function refusalOf(definition: Definition, { from, port, to }: Connection): string | null {
  const source = definition.components.find((component) => component.id === from);
  const target = definition.components.find((component) => component.id === to);
  if (!source || !target) return 'There is no such component';
  if (from === to) return 'A component cannot follow itself';
  if (isTrigger(target)) return 'A trigger begins the workflow: nothing leads to it';
  if (!portsOf(source).includes(port)) return `There is no port ${port}`;
  if (definition.connections.some((one) => one.from === from && one.port === port && one.to === to)) return 'These are connected already';
  if (reachablePart(graphOf(definition), to).has(from)) return 'This would close a circle';
  return null;
}
