import { BoundedLruMap, type LruWeight } from '@workflow/service-runtime';
import type { ClaimedSession, Execution } from '@workflow/session-store';
import type { Definition } from '@workflow/workflow-model';
import { LRUCache } from 'lru-cache';
import type { PreparedWorkflow, PreparePackage } from './prepared-workflow.ts';
import { prepareWorkflow } from './prepared-workflow.ts';

/**
 * Prepared definitions. The least recently used one is removed first. Definitions never change, so nothing else removes
 * them.
 */
export interface WorkflowCache {
  /** Returns the cached definition, or undefined, without waiting. */
  peek(definitionId: string, startComponentId: string): PreparedWorkflow | undefined;
  /** Resolves to null if there is no such definition, or if it has no such component. */
  load(session: StartedDefinition): Promise<PreparedWorkflow | null>;
}

/** The definition that a session runs, its start component, and its organization. */
type StartedDefinition = Pick<ClaimedSession, 'organizationId' | 'definitionId' | 'componentId'>;

/** Maximum number of cached start components of one definition. */
const MAX_STARTS = 8;

interface Entry {
  definition: Definition;
  /** The bytes of the definition as JSON. */
  bytes: number;
  byStart: LRUCache<string, PreparedWorkflow>;
}

interface WorkflowCacheBounds {
  definitions: number;
  /** The bytes of definitions as JSON, counted for each start component that was used. */
  bytes: number;
}

export function createWorkflowCache(
  { readDefinition, preparePackage }: Pick<Execution, 'readDefinition'> & { preparePackage?: PreparePackage },
  { definitions, bytes: maxBytes }: WorkflowCacheBounds,
): WorkflowCache {
  const entries = new BoundedLruMap<string, Entry>({ entries: definitions, bytes: maxBytes });
  const loading = new Map<string, Promise<Entry | null>>();

  async function read(definitionId: string): Promise<Entry | null> {
    const definition = await readDefinition(definitionId);
    if (definition === null) return null;
    return { definition, bytes: JSON.stringify(definition).length, byStart: new LRUCache({ max: MAX_STARTS }) };
  }

  /** Reads a definition once for many sessions that begin at the same time. */
  function readOnce(definitionId: string): Promise<Entry | null> {
    const underWay = loading.get(definitionId);
    if (underWay !== undefined) return underWay;
    const reading = read(definitionId).finally(() => loading.delete(definitionId));
    loading.set(definitionId, reading);
    return reading;
  }

  return {
    peek: (definitionId, startComponentId) => entries.get(definitionId)?.byStart.get(startComponentId),
    async load({ organizationId, definitionId, componentId: startComponentId }) {
      const entry = entries.get(definitionId) ?? (await readOnce(definitionId));
      if (entry === null) return null;
      const cached = entry.byStart.get(startComponentId);
      if (cached !== undefined) return cached;
      if (!entry.definition.components.some((component) => component.id === startComponentId)) return null;
      const prepared = prepareWorkflow(entry.definition, startComponentId, preparePackage);
      entry.byStart.set(startComponentId, prepared);
      entries.set(definitionId, entry, weightOf(organizationId, entry));
      return prepared;
    },
  };
}

function weightOf(owner: string, { bytes, byStart }: Entry): LruWeight {
  return { owner, bytes: bytes * (1 + byStart.size) };
}
