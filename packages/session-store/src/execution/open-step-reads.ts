import type { Sql } from '../postgres/sql.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';
import type { ParentKey } from './read-children.ts';
import { joinConversation, readEarlierAnswers, type MemoryPlace } from './agent-memory.ts';
import { listStepParts, readStepParts, type PartsOf } from './read-step-parts.ts';
import { readOutputs, readSteps, type StepKey } from './read-steps.ts';

/** Opens the reads of committed steps, for sessions that continue. */
export function openStepReads(sql: Sql, seals: SensitiveSeals) {
  return {
    readSteps: (organizationId: string, sessionId: string, resumeFromRun: number) =>
      readSteps(sql, seals, { organizationId, sessionId, resumeFromRun }),
    listStepParts: (step: PartsOf) => listStepParts(sql, step),
    readStepParts: (step: PartsOf, numbers: readonly number[]) => readStepParts(sql, seals, step, numbers),
    /** Adds a session to a conversation of an agent, and returns the earlier sessions that the agent remembers. */
    joinMemory: (sessionId: string, place: MemoryPlace, limit: number) =>
      joinConversation(sql, sessionId, place, limit),
    readEarlierAnswers: (organizationId: string, componentId: string, sessionIds: readonly string[]) =>
      readEarlierAnswers(sql, seals, { organizationId, componentId, sessionIds }),
    readOutputs: (parent: ParentKey, steps: readonly StepKey[]) => readOutputs(sql, seals, parent, steps),
  };
}
