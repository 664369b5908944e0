import type { RunnableWorkflow } from '@workflow/session-store';
import {
  compileFileFinder,
  compilePlaceholderCheck,
  compileStartRules,
  type FileFinder,
  type PlaceholderCheck,
} from '@workflow/validation';
import type { Component, Definition, StartRules } from '@workflow/workflow-model';

/** A workflow as requests start it, cached until it changes. */
export interface StartableWorkflow {
  id: string;
  organizationId: string;
  published: StartableDefinition | null;
}

export interface StartableDefinition {
  /** null: the draft. */
  version: number | null;
  definitionId: string;
  content: Definition;
  /** How it shapes the sessions that start on it. */
  rules: StartRules;
  /** By id in lower case; its check is compiled when it is first asked for. */
  findComponent(componentId: string): StartableComponent | undefined;
}

/** A component that a session can start from. */
export interface StartableComponent {
  component: Component;
  /** Checks and normalizes what a caller sends (contract §2.2). */
  checkPlaceholders: PlaceholderCheck;
  /** The files among checked values; null: no placeholder of it may hold one. */
  findFiles: FileFinder | null;
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
      const known = prepared.get(componentId);
      if (known !== undefined) return known;
      const component = byId.get(componentId);
      if (component === undefined) return;
      const made = {
        component,
        checkPlaceholders: compilePlaceholderCheck(definition, component.id),
        findFiles: compileFileFinder(definition, component.id),
      };
      prepared.set(componentId, made);
      return made;
    },
  };
}
