import { findComponentType } from '@workflow/component-catalog';
import { graphOf, reachablePart } from '@workflow/workflow-model';
import type { Component, Connection, Definition } from '@workflow/workflow-model';
import { texts } from '../texts/editor.ts';

/** The ports of a component, derived from its type and config. */
export function portsOf(component: Component): string[] {
  return findComponentType(component.type)?.ports(component.config) ?? [];
}

export function isTrigger(component: Component): boolean {
  return isTriggerType(component.type);
}

export function isTriggerType(type: string): boolean {
  return findComponentType(type)?.isTrigger ?? false;
}

/** Why a connection is not allowed (cycle, unknown port, trigger as target); null when it is allowed. */
export function refusalOf(definition: Definition, { from, port, to }: Connection): string | null {
  const source = definition.components.find((component) => component.id === from);
  const target = definition.components.find((component) => component.id === to);
  if (!source || !target) return texts.thisComponentDoesNotExist;
  if (from === to) return texts.aComponentCannotBeConnected;
  if (isTrigger(target)) return texts.aTriggerStartsTheWorkflow;
  if (!portsOf(source).includes(port)) return texts.thePortDoesNotExist(port);
  if (definition.connections.some((one) => one.from === from && one.port === port && one.to === to))
    return texts.theseComponentsAreAlreadyConnected;
  if (reachablePart(graphOf(definition), to).has(from)) return texts.thisConnectionWouldCreateA;
  return null;
}
