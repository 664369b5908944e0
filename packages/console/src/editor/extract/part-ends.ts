import { askersOf, findComponentType } from '@workflow/components/descriptors';
import { hasSensitive, type Component, type Connection, type Field } from '@workflow/workflow-model';
import { componentName } from '../draft/component-name.ts';
import { isTrigger } from '../draft/connection-rules.ts';
import type { Draft } from '../draft/draft-store.ts';

/** Why the selected components cannot become a workflow; the message is a sentence for people. */
export class NotExtractable extends Error {}

/** The part of a draft that is selected, and where it begins and ends. */
export interface Part {
  inside: Component[];
  outside: Component[];
  /** Connections among the selected components. */
  within: Connection[];
  /** The component that everything from outside leads to. */
  entry: Component;
  /** Connections from outside to the entry. */
  incoming: Connection[];
  /** Connections to later components, all from one port of one component; empty when nothing follows. */
  outgoing: Connection[];
}

/** @throws NotExtractable */
export function partOf({ components, connections }: Draft, ids: ReadonlySet<string>): Part {
  const inside = components.filter(({ id }) => ids.has(id));
  const outside = components.filter(({ id }) => !ids.has(id));
  if (inside.length === 0) throw new NotExtractable('No component is selected.');
  if (inside.some(({ within }) => within !== undefined && !ids.has(within)))
    throw new NotExtractable('The selected components are inside a loop. Select the loop instead.');
  for (const component of inside) refuseBound(component);
  refuseAddresses(inside, outside);
  const within = connections.filter(({ from, to }) => ids.has(from) && ids.has(to));
  const incoming = connections.filter(({ from, to }) => !ids.has(from) && ids.has(to));
  const outgoing = connections.filter(({ from, to }) => ids.has(from) && !ids.has(to));
  const led = new Set(within.map(({ to }) => to));
  const firsts = inside.filter(
    ({ id, within: body }) => body === undefined && (!led.has(id) || incoming.some(({ to }) => to === id)),
  );
  const [entry] = firsts;
  if (incoming.length === 0 || entry === undefined)
    throw new NotExtractable('Nothing leads to the selected components. Connect the first one.');
  if (firsts.length > 1)
    throw new NotExtractable(`There must be one first component, but there are several: ${namesOf(firsts)}.`);
  if (entry.disabled === true) throw new NotExtractable(`${componentName(entry)} is disabled. Enable it first.`);
  const exits = new Map(outgoing.map((connection) => [`${connection.from}:${connection.port}`, connection]));
  if (exits.size > 1) {
    const ends = [...exits.values()].map(({ from, port }) => `${nameIn(inside, from)} (${port})`);
    throw new NotExtractable(
      `Several selected components lead to components outside: ${ends.join(', ')}. Select so that only one does.`,
    );
  }
  return { inside, outside, within, entry, incoming, outgoing };
}

function refuseBound(component: Component): void {
  const name = componentName(component);
  const descriptor = findComponentType(component);
  if (descriptor === undefined) throw new NotExtractable(`The component type of ${name} is not installed.`);
  if (isTrigger(component)) throw new NotExtractable(`${name} starts this workflow. Deselect it.`);
  if (descriptor.setsSessionOutput) throw new NotExtractable(`${name} sets the output of this workflow. Deselect it.`);
  if (descriptor.boundToWorkflow(component.config))
    throw new NotExtractable(`${name} only works in this workflow. Deselect it.`);
}

/** Addresses of callbacks and approvals are those of the same session. */
function refuseAddresses(inside: readonly Component[], outside: readonly Component[]): void {
  for (const [askers, readers] of [
    [inside, outside],
    [outside, inside],
  ] as const) {
    for (const key of askersOf({ components: [...askers] }).keys()) {
      const name = key.slice(key.indexOf(' ') + 1);
      const reader = readers.find(({ config }) => makesAddressOf(JSON.stringify(config), name));
      if (reader !== undefined)
        throw new NotExtractable(`${componentName(reader)} creates the link of ${name}. Select both or neither.`);
    }
  }
}

function makesAddressOf(config: string, name: string): boolean {
  return /\$(?:callback|approval)Url/.test(config) && config.includes(JSON.stringify(name).slice(1, -1));
}

/** @throws NotExtractable for a value that would be shown once it is an output */
export function refuseSensitive(field: Field): void {
  if (hasSensitive(field))
    throw new NotExtractable(
      `${field.key} is sensitive. Extracting would pass it on through an output that is not marked sensitive.`,
    );
}

function namesOf(components: readonly Component[]): string {
  return components.map(componentName).join(', ');
}

function nameIn(components: readonly Component[], id: string): string {
  const component = components.find((one) => one.id === id);
  return component === undefined ? id : componentName(component);
}
