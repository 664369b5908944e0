import { countBatches, GroupCommit, groupCommitDefaults, type GroupCommitLimits } from '../postgres/group-commit.ts';
import { operationsOn } from '../postgres/operations-on.ts';
import type { Sql } from '../postgres/sql.ts';
import { cancelChildren } from './cancel-children.ts';
import { claimSessions, type ClaimRequest, type ClaimedSession, type Fence, type Written } from './claim-sessions.ts';
import { countCrashes } from './count-crashes.ts';
import { endSessions, type EndToWrite, type SessionEnd } from './end-sessions.ts';
import { openExecutorRegistry } from './executor-registry.ts';
import { countModelTokens, readModelTokens } from './model-tokens.ts';
import { readChildOutputs, readChildren, readKeptChildren, type ParentKey } from './read-children.ts';
import { readDefinition } from './read-definition.ts';
import { readOutputs, readSteps, type StepKey } from './read-steps.ts';
import { recordSteps, type StepsToRecord } from './record-steps.ts';
import {
  blockThrottled,
  readHostThrottles,
  readThrottleBlock,
  takeThrottledTurns,
  type ThrottledCall,
} from './throttles.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';
import { startChildren, type ChildrenOptions, type NewChild, type ParentStep } from './start-children.ts';
import { openResponses } from './store-response.ts';
import { TwoLanes } from './two-lanes.ts';
import { charactersOf, MAX_PART_CHARACTERS, writeOut, writeOutInParts, type StepText } from './write-out.ts';
import type { HiddenOutput, StepRecord } from './step-record.ts';

export interface ExecutionOptions extends GroupCommitLimits, ChildrenOptions {
  /** An executor whose heartbeat is older, in milliseconds, is dead; its sessions can be claimed by others. */
  executorDeadAfterMs: number;
}

/** Claims share no row with one another, unlike ends, of which several may wake one parent. */
const MAX_CLAIM_FLUSHES = 2;

export type Execution = ReturnType<typeof openExecution>;

function charactersOfSteps(steps: readonly StepText[]): number {
  return steps.reduce((sum, { characters }) => sum + characters, 0);
}

/** The operations of executors on sessions. Claims, steps, responses and ends have a group commit each. */
export function openExecution(sql: Sql, seals: SensitiveSeals, options: ExecutionOptions) {
  const on = operationsOn(sql);
  const defaults = groupCommitDefaults(options);
  const claiming = new GroupCommit<ClaimRequest, ClaimedSession | null>({
    ...defaults,
    keyOf: ({ sessionId }) => sessionId,
    maxFlushes: MAX_CLAIM_FLUSHES,
    flush: countBatches(options, 'claim', (requests) => claimSessions(sql, options.executorDeadAfterMs, requests)),
  });
  const recording = new TwoLanes<StepsToRecord, Written>({
    ...defaults,
    keyOf: ({ fence }) => fence.sessionId,
    weightOf: ({ steps }) => charactersOfSteps(steps),
    maxWeight: MAX_PART_CHARACTERS,
    flush: countBatches(options, 'record', on(recordSteps)),
  });
  const ending = new TwoLanes<EndToWrite, Written>({
    ...defaults,
    keyOf: ({ fence }) => fence.sessionId,
    weightOf: ({ output, steps }) => charactersOf(output.text) + charactersOfSteps(steps),
    maxWeight: MAX_PART_CHARACTERS,
    flush: countBatches(options, 'end', (ends) => endSessions(sql, { ...options, seals }, ends)),
  });
  async function recordAll(fence: Fence, parts: StepText[][]): Promise<Written> {
    for (const steps of parts) if (!(await recording.add({ fence, steps }))) return false;
    return true;
  }
  async function end(fence: Fence, how: SessionEnd, steps: StepRecord[]): Promise<Written> {
    const parts = await writeOutInParts(seals, fence.sessionId, steps);
    const last = parts.pop() ?? [];
    if (!(await recordAll(fence, parts))) return false;
    const output = await writeOut(how.kind === 'succeeded' ? how.output : null);
    const sealed = how.kind === 'succeeded' && how.hidden !== undefined ? await sealEnd(fence, how.hidden) : null;
    return ending.add({ fence, end: how, output, sealed, steps: last });
  }
  function sealEnd({ sessionId }: Fence, { organizationId, ...hidden }: HiddenOutput): Promise<Uint8Array> {
    return seals.seal(organizationId, `output ${sessionId}`, hidden);
  }
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
    /** What a claimed session was started with, where that is masked. */
    openStart: (organizationId: string, sessionId: string, sealed: Uint8Array) =>
      seals.open(organizationId, `session ${sessionId}`, sealed),
    readSteps: (organizationId: string, sessionId: string, resumeFromRun: number) =>
      readSteps(sql, seals, { organizationId, sessionId, resumeFromRun }),
    readOutputs: (parent: ParentKey, steps: readonly StepKey[]) => readOutputs(sql, seals, parent, steps),
    /** Commits steps: RUNNING before an effect begins, and again when it ended. */
    recordSteps: async (fence: Fence, steps: StepRecord[]) =>
      recordAll(fence, await writeOutInParts(seals, fence.sessionId, steps)),
    countCrashes: on(countCrashes),
    /** Ends a claim and commits the steps not written yet, in one statement; many large ones before it, in parts. */
    end,
    startChildren: (fence: Fence, parent: ParentStep, children: NewChild[]) =>
      startChildren(sql, { ...options, seals }, fence, parent, children),
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
      await Promise.all([claiming.idle(), recording.idle(), ending.idle(), responses.idle(), throttling.idle()]);
    },
  };
}
