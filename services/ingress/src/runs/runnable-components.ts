import { compilePlaceholderCheck, type PlaceholderCheck } from '@workflow/validation';
import type { Component, Definition } from '@workflow/workflow-model';

/** A component that a session can start from. */
export interface RunnableComponent {
  component: Component;
  /** Checks and normalizes what a caller sends (spec §2.2). */
  checkPlaceholders: PlaceholderCheck;
}

/** The components of one definition by id; what a component needs is compiled when it is first asked for. */
export interface RunnableComponents {
  get(componentId: string): RunnableComponent | undefined;
}

export function prepareComponents(definition: Definition): RunnableComponents {
  const byId = new Map(definition.components.map((component) => [component.id.toLowerCase(), component]));
  const prepared = new Map<string, RunnableComponent>();
  return {
    get: (componentId) => {
      const known = prepared.get(componentId);
      if (known !== undefined) return known;
      const component = byId.get(componentId);
      if (component === undefined) return undefined;
      const runnable = { component, checkPlaceholders: compilePlaceholderCheck(definition, component.id) };
      prepared.set(componentId, runnable);
      return runnable;
    },
  };
}
