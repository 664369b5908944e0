import { availablePlaceholders, ERROR_PLACEHOLDER, namesRead, outputsOf } from '@workflow/components/descriptors';
import {
  GATHERED,
  graphOf,
  reachablePart,
  type Component,
  type Definition,
  type Field,
} from '@workflow/workflow-model';
import { componentName } from '../draft/component-name.ts';
import { isTrigger } from '../draft/connection-rules.ts';
import type { Draft } from '../draft/draft-store.ts';
import { walksOf } from './may-miss.ts';
import { NotExtractable, refuseSensitive, type Part } from './part-ends.ts';

/** Finds the placeholders that the selected components read from outside. @throws NotExtractable */
export function placeholdersTaken(draft: Draft, { inside, within, entry }: Part): Field[] {
  const child: Definition = { components: inside, connections: within };
  const [graph, childGraph] = [graphOf(draft), graphOf(child)];
  const taken = new Map<string, Field>();
  for (const component of inside) {
    const own = new Set(availablePlaceholders(child, component.id, childGraph).map(({ key }) => key));
    for (const field of availablePlaceholders(draft, component.id, graph)) {
      if (own.has(field.key) || taken.has(field.key) || !mayRead(component, field.key)) continue;
      const isNamed = names(component, field.key);
      if (!isGivable(draft, entry.id, field)) {
        if (!isNamed) continue;
        throw new NotExtractable(
          `${componentName(component)} reads ${field.key}, which may have no value at that point, so it ` +
            'cannot be passed to another workflow.',
        );
      }
      taken.set(field.key, field);
    }
  }
  return [...taken.values()];
}

/** Returns true if a component has the placeholder's value whenever it runs. */
function isGivable(draft: Draft, entryId: string, field: Field): boolean {
  if (field.key === ERROR_PLACEHOLDER || field.key === GATHERED || field.optional === true) return false;
  const producer = draft.components.find((component) => outputsOf(component).some(({ key }) => key === field.key));
  if (producer === undefined) return false;
  const walks = walksOf(draft);
  const graph = graphOf(draft);
  return draft.components
    .filter((component) => isTrigger(component) && reachablePart(graph, component.id).has(entryId))
    .every(({ id }) => !walks.mayMiss(id, producer.id) || !walks.mayPass(id, entryId, producer.id));
}

/** Finds the placeholders of the selected components that later ones read. @throws NotExtractable */
export function placeholdersGiven(draft: Draft, { inside, outside, within, entry }: Part): Field[] {
  const graph = graphOf(draft);
  const walks = walksOf({ components: inside, connections: within });
  const producers = new Map(inside.flatMap((component) => outputsOf(component).map(({ key }) => [key, component])));
  const given = new Map<string, Field>();
  for (const component of outside) {
    if (isTrigger(component)) continue;
    for (const field of availablePlaceholders(draft, component.id, graph)) {
      const producer = producers.get(field.key);
      if (producer === undefined || given.has(field.key) || !mayRead(component, field.key)) continue;
      if (field.optional === true || walks.mayMiss(entry.id, producer.id)) {
        if (!names(component, field.key)) continue;
        throw new NotExtractable(
          `${componentName(component)} reads ${field.key}, which ${componentName(producer)} does not always produce.`,
        );
      }
      refuseSensitive(field);
      given.set(field.key, field);
    }
  }
  return [...given.values()];
}

function mayRead(component: Component, key: string): boolean {
  return component.disabled !== true && (namesRead(component).names?.has(key) ?? true);
}

/** Returns true if the config contains the name. A program may read anything, but most name the placeholder. */
function names(component: Component, key: string): boolean {
  return JSON.stringify(component.config).includes(key);
}
