import type { RunnableWorkflow } from '@workflow/session-store';
import {
  compileFileFinder,
  compileFlowKeys,
  compileLabel,
  compilePlaceholderCheck,
  type FileFinder,
  type FlowKeysCheck,
  type LabelOf,
  type PlaceholderCheck,
} from '@workflow/validation';
import type { Component, Definition, Gather, Priority } from '@workflow/workflow-model';

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
  /** null: neither flow control nor a pause holds its sessions back. */
  flowKeys: FlowKeysCheck | null;
  /** What its sessions are called; null: nothing. */
  labelOf: LabelOf | null;
  /** How requests gather; undefined: they do not, or it is the draft. */
  gather: Gather | undefined;
  /** The priority that the workflow names; undefined: none, or it is the draft. */
  priority: Priority | undefined;
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

/** The keys of sessions of a paused workflow without limits, which are held back nevertheless. */
const UNLIMITED: FlowKeysCheck = () => Promise.resolve({ keys: { concurrencyKey: '', orderKey: '' }, problems: [] });

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
    // TEST runs, which run the draft, are not limited.
    flowKeys: version === null ? null : (compileFlowKeys(definition) ?? (paused ? UNLIMITED : null)),
    labelOf: compileLabel(definition),
    gather: version === null ? undefined : definition.flow?.gather,
    priority: version === null ? undefined : definition.flow?.priority,
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
