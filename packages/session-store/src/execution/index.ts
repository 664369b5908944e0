import { countBatches, GroupCommit, groupCommitDefaults, type GroupCommitLimits } from '../postgres/group-commit.ts';
import { operationsOn } from '../postgres/operations-on.ts';
import type { Sql } from '../postgres/sql.ts';
import { DEFAULT_BLOCK_RULES, type BlockRules } from '../blocked/blocked-session.ts';
import { openBlockedSessions } from '../blocked/blocked-sessions.ts';
import { cancelChildren } from './cancel-children.ts';
import { claimSessions, type ClaimRequest, type ClaimedSession, type Fence } from './claim-sessions.ts';
import { countCrashes } from './count-crashes.ts';
import { openExecutorRegistry } from './executor-registry.ts';
import { lookForWork } from './look-for-work.ts';
import { countModelTokens, readModelTokens } from './model-tokens.ts';
import { readChildOutputs, readChildren, readKeptChildren, type ParentKey } from './read-children.ts';
import { readDefinition } from './read-definition.ts';
import { readOutputs, readSteps, type StepKey } from './read-steps.ts';
import {
  blockThrottled,
  readHostThrottles,
  readThrottleBlock,
  takeThrottledTurns,
  type ThrottledCall,
} from './throttles.ts';
import type { StartTools } from '../acceptance/start-sessions.ts';
import { startChildren, type ChildrenOptions, type NewChild, type ParentStep } from './start-children.ts';
import type { EndObserver } from './end-sessions.ts';
import { openSessionWrites } from './session-writes.ts';
import { openResponses } from './store-response.ts';

export interface ExecutionOptions extends GroupCommitLimits, ChildrenOptions, EndObserver {
  /** An executor whose heartbeat is older, in milliseconds, is dead; its sessions can be claimed by others. */
  executorDeadAfterMs: number;
  /** The defaults when left out. */
  blockRules?: BlockRules;
}

/** Claims share no row with one another, unlike ends, of which several may wake one parent. */
const MAX_CLAIM_FLUSHES = 2;

export type Execution = ReturnType<typeof openExecution>;

/** The operations of executors on sessions. Claims, steps, responses and ends have a group commit each. */
export function openExecution(sql: Sql, starting: StartTools, options: ExecutionOptions) {
  const { seals } = starting;
  const on = operationsOn(sql);
  const defaults = groupCommitDefaults(options);
  const claiming = new GroupCommit<ClaimRequest, ClaimedSession | null>({
    ...defaults,
    keyOf: ({ sessionId }) => sessionId,
    maxFlushes: MAX_CLAIM_FLUSHES,
    flush: countBatches(options, 'claim', (requests) => claimSessions(sql, options.executorDeadAfterMs, requests)),
  });
  const writes = openSessionWrites(sql, seals, options);
  const responses = openResponses(sql, seals, options);
  const throttling = new GroupCommit<ThrottledCall, number>({
    ...defaults,
    keyOf: ({ organizationId, key }) => `${organizationId} ${key}`,
    flush: on(takeThrottledTurns),
  });
  return {
    ...openExecutorRegistry(sql, options.executorDeadAfterMs),
    /**
     * null: not claimable (terminal, not due, or claimed by another living executor). A session RUNNING by this very
     * executor is claimable without counting a crash: the answer to its last claim was lost. Callers never claim what
     * they have in hand.
     */
    claim: (request: ClaimRequest) => claiming.add(request),
    /**
     * Claims, as the first claim of it, a session that this executor runs without one, and commits its steps with the
     * claim. null: it was claimed, cancelled, paused or enqueued again meanwhile, and nothing was written. May be
     * repeated until it is answered.
     */
    claimLate: writes.claimLate,
    /**
     * Claims such a session and ends it, in one statement; many large steps before it, in parts. null as for
     * `claimLate`, or because an earlier try that was not answered has written the end.
     */
    claimAndEnd: writes.claimAndEnd,
    /** What a claimed session was started with, where that is masked. */
    openStart: (organizationId: string, sessionId: string, sealed: Uint8Array) =>
      seals.open(organizationId, `session ${sessionId}`, sealed),
    readSteps: (organizationId: string, sessionId: string, resumeFromRun: number) =>
      readSteps(sql, seals, { organizationId, sessionId, resumeFromRun }),
    readOutputs: (parent: ParentKey, steps: readonly StepKey[]) => readOutputs(sql, seals, parent, steps),
    /** Commits steps: RUNNING before an effect begins, and again when it ended. */
    recordSteps: writes.recordSteps,
    countCrashes: on(countCrashes),
    lookForWork: on(lookForWork),
    /** Sessions that blocked their executors. */
    blocked: openBlockedSessions(sql, options.blockRules ?? DEFAULT_BLOCK_RULES),
    /** Ends a claim and commits the steps not written yet, in one statement; many large ones before it, in parts. */
    end: writes.end,
    startChildren: (fence: Fence, parent: ParentStep, children: NewChild[]) =>
      startChildren(sql, { ...starting, maxDescendants: options.maxDescendants }, fence, parent, children),
    cancelChildren: on(cancelChildren),
    /** Stores what the sender of a session's delivery is answered with; the first one counts. */
    respond: responses.store,
    readChildren: on(readChildren),
    readChildOutputs: (parent: ParentKey, childIds: readonly string[]) =>
      readChildOutputs(sql, seals, parent, childIds),
    readKeptChildren: (parent: ParentKey, childIds: readonly string[]) =>
      readKeptChildren(sql, seals, parent, childIds),
    readDefinition: (definitionId: string) => readDefinition(sql, seals, definitionId),
    /** Milliseconds until the call may begin; its turn is taken. */
    takeThrottledTurn: (call: ThrottledCall) => throttling.add(call),
    readThrottleBlock: on(readThrottleBlock),
    blockThrottled: on(blockThrottled),
    readHostThrottles: on(readHostThrottles),
    readModelTokens: on(readModelTokens),
    countModelTokens: on(countModelTokens),
    /** Resolves when no claim, step, response or end is under way. */
    idle: async () => {
      await Promise.all([claiming.idle(), writes.idle(), responses.idle(), throttling.idle()]);
    },
  };
}
