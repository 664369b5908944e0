import type { SessionMode } from '@workflow/workflow-model';
import type { Fence } from '../execution/claim-sessions.ts';
import type { Sql } from '../postgres/sql.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';
import type { CollectionLimits } from './collection-limits.ts';
import { EffectTurns } from './effect-turns.ts';
import type { EffectStep } from './once.ts';
import { sweepCollections } from './sweep-collections.ts';
import { changeValue, getValue, type ValueChange, type ValueScope } from './values.ts';

export {
  DEFAULT_COLLECTION_LIMITS,
  MAX_ENTRY_BYTES,
  MAX_ENTRY_KEY,
  type CollectionLimits,
} from './collection-limits.ts';
export type { Content } from './content.ts';
export { EffectRefused } from './effect-refused.ts';
export type { EffectStep } from './once.ts';
export type { ValueChange, ValueScope } from './values.ts';

export type Collections = ReturnType<typeof openCollections>;

/** What sessions keep beyond their end: stored values, and rows of tables. */
export function openCollections(sql: Sql, seals: SensitiveSeals, limits: CollectionLimits) {
  const parts = { sql, seals, limits, turns: new EffectTurns() };
  return {
    values: {
      get: (
        session: { organizationId: string; workflowId: string; mode: SessionMode },
        scope: ValueScope,
        key: string,
      ) => getValue(parts, session, scope, key),
      change: (fence: Fence, step: EffectStep, change: ValueChange) => changeValue(parts, fence, step, change),
    },
    sweep: () => sweepCollections(sql),
  };
}
