import { LruMap } from '@workflow/service-runtime';
import type { Execution } from '@workflow/session-store';
import type { Definition } from '@workflow/workflow-model';
import type { PreparedWorkflow } from './prepared-workflow.ts';
import { prepareWorkflow } from './prepared-workflow.ts';

/** Definitions made ready, the least recently used forgotten first. They are immutable, so nothing else drops them. */
export interface WorkflowCache {
  /** The cached definition, without waiting. */
  peek(definitionId: string, startComponentId: string): PreparedWorkflow | undefined;
  /** null: there is no such definition, or it has no such component. */
  load(definitionId: string, startComponentId: string): Promise<PreparedWorkflow | null>;
}

interface Entry {
  definition: Definition;
  byStart: Map<string, PreparedWorkflow>;
}

/** @param maxDefinitions definitions kept, each with one plan per start component that was used */
export function createWorkflowCache(store: Pick<Execution, 'readDefinition'>, maxDefinitions: number): WorkflowCache {
  const entries = new LruMap<string, Entry>(maxDefinitions);
  const loading = new Map<string, Promise<Entry | null>>();

  async function read(definitionId: string): Promise<Entry | null> {
    const definition = await store.readDefinition(definitionId);
    if (definition === null) return null;
    const entry = { definition, byStart: new Map<string, PreparedWorkflow>() };
    entries.set(definitionId, entry);
    return entry;
  }

  /** Many sessions of one definition that begin together read it once. */
  function readOnce(definitionId: string): Promise<Entry | null> {
    const underWay = loading.get(definitionId);
    if (underWay !== undefined) return underWay;
    const reading = read(definitionId).finally(() => loading.delete(definitionId));
    loading.set(definitionId, reading);
    return reading;
  }

  return {
    peek: (definitionId, startComponentId) => entries.get(definitionId)?.byStart.get(startComponentId),
    async load(definitionId, startComponentId) {
      const entry = entries.get(definitionId) ?? (await readOnce(definitionId));
      if (entry === null) return null;
      const known = entry.byStart.get(startComponentId);
      if (known !== undefined) return known;
      if (!entry.definition.components.some((component) => component.id === startComponentId)) return null;
      const prepared = prepareWorkflow(entry.definition, startComponentId);
      entry.byStart.set(startComponentId, prepared);
      return prepared;
    },
  };
}
