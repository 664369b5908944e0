import { countBatches, GroupCommit, groupCommitDefaults, type GroupCommitLimits } from '../postgres/group-commit.ts';
import { operationsOn } from '../postgres/operations-on.ts';
import type { Sql } from '../postgres/sql.ts';
import { DEFAULT_BLOCK_RULES, type BlockRules } from '../blocked/blocked-session.ts';
import { openBlockedSessions } from '../blocked/blocked-sessions.ts';
import { claimSessions, type ClaimRequest, type ClaimedSession, countCrashes } from './claim-sessions.ts';
import { openExecutorRegistry } from './executor-registry.ts';
import { lookForWork } from './look-for-work.ts';
import { countModelTokens, readModelTokens } from './model-tokens.ts';
import { openChildren } from './open-children.ts';
import { readDefinition } from './read-definition.ts';
import { openStepReads } from './open-step-reads.ts';
import {
  blockThrottled,
  readHostThrottles,
  readThrottleBlock,
  takeThrottledTurns,
  type ThrottledCall,
} from './throttles.ts';
import type { StartTools } from '../acceptance/start-sessions.ts';
import type { ChildrenOptions } from './start-children.ts';
import type { EndObserver } from './end-sessions.ts';
import { openSessionWrites } from './session-writes.ts';
import { openResponses } from './store-response.ts';
import { deleteTurnTexts, writeTurnTexts } from '../steps/turn-texts.ts';

export interface ExecutionOptions extends GroupCommitLimits, ChildrenOptions, EndObserver {
  /** An executor is dead if its heartbeat is older than this, in milliseconds. Others may then claim its sessions. */
  executorDeadAfterMs: number;
  /** Uses the defaults if left out. */
  blockRules?: BlockRules;
}

/** Claims never share a row, so two may be written at the same time. Several ends may wake one parent. */
const MAX_CLAIM_FLUSHES = 2;

export type Execution = ReturnType<typeof openExecution>;

/** Opens the operations of executors on sessions. Claims, steps, responses and ends have a group commit each. */
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
     * Returns null if the session is not claimable (terminal, not due, or claimed by another living executor). A
     * session that is RUNNING on this executor is claimable without counting a crash, because the answer to its last
     * claim was lost. Callers never claim sessions that they are running.
     */
    claim: (request: ClaimRequest) => claiming.add(request),
    /**
     * Writes the first claim of a session that this executor runs without one, and commits its steps with the claim.
     * Returns null if nothing was written, because the session was claimed, cancelled, paused or enqueued again. It may
     * be repeated until it is answered.
     */
    claimDeferred: writes.claimDeferred,
    /**
     * Claims such a session and ends it in one statement. Many large steps are written before it, in several
     * statements. Returns null as `claimDeferred` does, or because an earlier attempt without an answer wrote the end.
     */
    claimAndEnd: writes.claimAndEnd,
    /** Returns the unmasked values with which a claimed session was started. */
    openStart: (organizationId: string, sessionId: string, sealed: Uint8Array) =>
      seals.open(organizationId, `session ${sessionId}`, sealed),
    ...openStepReads(sql, seals),
    /** Commits steps: as RUNNING before an effect begins, and again after it ended. */
    recordSteps: writes.recordSteps,
    countCrashes: on(countCrashes),
    lookForWork: on(lookForWork),
    /** Operations on sessions that blocked their executors. */
    blocked: openBlockedSessions(sql, options.blockRules ?? DEFAULT_BLOCK_RULES),
    /**
     * Ends a claim and commits the remaining steps in one statement. Many large steps are written before it, in several
     * statements.
     */
    end: writes.end,
    ...openChildren(sql, starting, options),
    /** Stores the response to the sender of a session's delivery. Only the first response of a session is stored. */
    respond: responses.store,
    readDefinition: (definitionId: string) => readDefinition(sql, seals, definitionId),
    /** Reserves the next time at which a throttled call may begin. Returns the milliseconds until then. */
    takeThrottledTurn: (call: ThrottledCall) => throttling.add(call),
    readThrottleBlock: on(readThrottleBlock),
    blockThrottled: on(blockThrottled),
    readHostThrottles: on(readHostThrottles),
    readModelTokens: on(readModelTokens),
    countModelTokens: on(countModelTokens),
    writeTurnTexts: on(writeTurnTexts),
    deleteTurnTexts: on(deleteTurnTexts),
    /** Resolves when no claim, step, response or end is being written. */
    idle: async () => {
      await Promise.all([claiming.idle(), writes.idle(), responses.idle(), throttling.idle()]);
    },
  };
}
