import type { RunnableWorkflow } from '@workflow/session-store';
import {
  compileFileFinder,
  compileFilter,
  compilePlaceholderCheck,
  compileStartRules,
  type DeliveryFilter,
  type FileFinder,
  type PlaceholderCheck,
} from '@workflow/validation';
import type { Component, Definition, StartRules } from '@workflow/workflow-model';

/** A workflow that requests can start. It is cached until it changes. */
export interface StartableWorkflow {
  id: string;
  organizationId: string;
  published: StartableDefinition | null;
}

export interface StartableDefinition {
  /** Null for the draft. */
  version: number | null;
  definitionId: string;
  content: Definition;
  /** The rules for sessions that start on it. */
  rules: StartRules;
  /** Finds a component by its id in lowercase. Its check is compiled at its first use. */
  findComponent(componentId: string): StartableComponent | undefined;
}

/** A component at which a session can start. */
export interface StartableComponent {
  component: Component;
  /** Checks and normalizes the values that a caller sends (contract §2.2). */
  checkPlaceholders: PlaceholderCheck;
  /** Finds the files in checked values; null if no placeholder may contain one. */
  findFiles: FileFinder | null;
  /** Decides which deliveries start a session; null if all do. */
  filter: DeliveryFilter | null;
}

export function makeStartable({ id, organizationId, paused, published }: RunnableWorkflow): StartableWorkflow {
  return {
    id,
    organizationId,
    published:
      published && startableDefinition(published.version, published.definitionId, published.definition, paused),
  };
}

export function startableDefinition(
  version: number | null,
  definitionId: string,
  definition: Definition,
  paused = false,
): StartableDefinition {
  const byId = new Map(definition.components.map((component) => [component.id.toLowerCase(), component]));
  const prepared = new Map<string, StartableComponent>();
  return {
    version,
    definitionId,
    content: definition,
    rules: compileStartRules(definition, { isDraft: version === null, isPaused: paused, gathers: true }),
    findComponent(componentId) {
      const cached = prepared.get(componentId);
      if (cached !== undefined) return cached;
      const component = byId.get(componentId);
      if (component === undefined) return;
      const startable = {
        component,
        checkPlaceholders: compilePlaceholderCheck(definition, component.id),
        findFiles: compileFileFinder(definition, component.id),
        filter: compileFilter(definition, component),
      };
      prepared.set(componentId, startable);
      return startable;
    },
  };
}
