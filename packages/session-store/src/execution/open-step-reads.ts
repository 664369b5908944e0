import type { Sql } from '../postgres/sql.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';
import type { ParentKey } from './read-children.ts';
import { readStepParts, type PartsOf } from './read-step-parts.ts';
import { readOutputs, readSteps, type StepKey } from './read-steps.ts';

/** Opens the reads of committed steps, for sessions that continue. */
export function openStepReads(sql: Sql, seals: SensitiveSeals) {
  return {
    readSteps: (organizationId: string, sessionId: string, resumeFromRun: number) =>
      readSteps(sql, seals, { organizationId, sessionId, resumeFromRun }),
    readStepParts: (step: PartsOf) => readStepParts(sql, seals, step),
    readOutputs: (parent: ParentKey, steps: readonly StepKey[]) => readOutputs(sql, seals, parent, steps),
  };
}
