import { countBatches, groupCommitDefaults, type GroupCommitLimits } from '../postgres/group-commit.ts';
import type { Sql } from '../postgres/sql.ts';
import type { OwnResponse } from '../sessions/webhook-response.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';
import {
  claimDeferred,
  FIRST_CLAIM,
  type ClaimedDeferred,
  type DeferredClaim,
  type DeferredClaimToWrite,
  type SealedDeferredClaim,
} from './deferred-claim.ts';
import type { Fence, Written } from './claim-sessions.ts';
import {
  claimAndEnd,
  endSessions,
  type EndObserver,
  type EndToWrite,
  type FirstEnd,
  type FirstEndToWrite,
  type SessionEnd,
} from './end-sessions.ts';
import { recordSteps, type StepsToRecord } from './record-steps.ts';
import type { HiddenOutput, StepRecord } from './step-record.ts';
import { sealResponse } from './store-response.ts';
import { SmallAndLargeWrites } from './small-and-large-writes.ts';
import { packSteps, charactersOf, MAX_PART_CHARACTERS, writeOut, writeOutInParts, type StepText } from './write-out.ts';

/** A session that this executor runs without a claim, and claims now. */
export interface DeferredClaimRequest extends DeferredClaim {
  sessionId: string;
  /** Its response to the sender of its delivery; null if there is none yet. */
  response: OwnResponse | null;
}

/** Opens the writes of steps, deferred claims and ends of sessions, each with a group commit. */
export function openSessionWrites(sql: Sql, seals: SensitiveSeals, options: GroupCommitLimits & EndObserver) {
  const ofSteps = {
    ...groupCommitDefaults(options),
    keyOf: ({ fence }: { fence: Fence }) => fence.sessionId,
    weightOf: ({ steps }: { steps: StepText[] }) => charactersOfSteps(steps),
    maxWeight: MAX_PART_CHARACTERS,
  };
  const recording = new SmallAndLargeWrites<StepsToRecord, Written>({
    ...ofSteps,
    flush: countBatches(options, 'record', (steps) => recordSteps(sql, steps)),
  });
  const claimingDeferred = new SmallAndLargeWrites<DeferredClaimToWrite, ClaimedDeferred | null>({
    ...ofSteps,
    weightOf: (deferred) => ofSteps.weightOf(deferred) + bytesOf(deferred.claim),
    flush: countBatches(options, 'deferred_claim', (claims) => claimDeferred(sql, claims)),
  });
  const ofEnds = {
    ...ofSteps,
    weightOf: ({ output, steps, packedSteps }: EndToWrite) =>
      charactersOf(output.text, packedSteps) + charactersOfSteps(steps),
  };
  const ending = new SmallAndLargeWrites<EndToWrite, Written>({
    ...ofEnds,
    flush: countBatches(options, 'end', (ends) => endSessions(sql, options, ends)),
  });
  const endingFirst = new SmallAndLargeWrites<FirstEndToWrite, ClaimedDeferred | null>({
    ...ofEnds,
    weightOf: (end) => ofEnds.weightOf(end) + bytesOf(end.claim),
    flush: countBatches(options, 'claim_and_end', (ends) => claimAndEnd(sql, options, ends)),
  });

  async function recordAll(fence: Fence, parts: StepText[][]): Promise<Written> {
    for (const steps of parts) if (!(await recording.add({ fence, steps }))) return false;
    return true;
  }

  async function endInParts(fence: Fence, how: SessionEnd, parts: StepText[][]): Promise<Written> {
    const last = parts.at(-1) ?? [];
    if (!(await recordAll(fence, parts.slice(0, -1)))) return false;
    return ending.add(await writeOutEnd(seals, { fence, end: how, steps: last }));
  }

  return {
    recordSteps: async (fence: Fence, steps: StepRecord[]): Promise<Written> =>
      recordAll(fence, await writeOutInParts(seals, fence.sessionId, steps)),

    async claimDeferred(request: DeferredClaimRequest, steps: StepRecord[]): Promise<ClaimedDeferred | null> {
      const { sessionId } = request;
      const claim = await sealClaim(seals, request);
      const fence = { sessionId, claimNumber: FIRST_CLAIM };
      const parts = await writeOutInParts(seals, sessionId, steps);
      if (parts.length === 1) return claimingDeferred.add({ fence, claim, steps: parts[0] });
      const claimed = await claimingDeferred.add({ fence, claim, steps: [] });
      return claimed !== null && (await recordAll(fence, parts)) ? claimed : null;
    },

    async claimAndEnd(
      request: DeferredClaimRequest,
      how: FirstEnd,
      steps: StepRecord[],
    ): Promise<ClaimedDeferred | null> {
      const { sessionId } = request;
      const claim = await sealClaim(seals, request);
      const fence = { sessionId, claimNumber: FIRST_CLAIM };
      const parts = await writeOutInParts(seals, sessionId, steps);
      if (parts.length === 1)
        return endingFirst.add({ ...(await writeOutEnd(seals, { fence, end: how, steps: parts[0] })), claim });
      const claimed = await claimingDeferred.add({ fence, claim, steps: [] });
      return claimed !== null && (await endInParts(fence, how, parts)) ? claimed : null;
    },

    end: async (fence: Fence, how: SessionEnd, steps: StepRecord[]): Promise<Written> =>
      endInParts(fence, how, await writeOutInParts(seals, fence.sessionId, steps)),

    idle: async (): Promise<void> => {
      await Promise.all([recording, claimingDeferred, ending, endingFirst].map((each) => each.idle()));
    },
  };
}

async function sealClaim(
  seals: SensitiveSeals,
  { sessionId, response, ...claim }: DeferredClaimRequest,
): Promise<SealedDeferredClaim> {
  return { ...claim, response: response && (await sealResponse(seals, sessionId, response)) };
}

function bytesOf({ response }: SealedDeferredClaim): number {
  return response?.length ?? 0;
}

function charactersOfSteps(steps: readonly StepText[]): number {
  return steps.reduce((sum, { characters }) => sum + characters, 0);
}

async function writeOutEnd(
  seals: SensitiveSeals,
  { fence, end, steps }: Pick<EndToWrite, 'fence' | 'end' | 'steps'>,
): Promise<EndToWrite> {
  const output = await writeOut(end.kind === 'succeeded' ? end.output : null);
  const sealed =
    end.kind === 'succeeded' && end.hidden !== undefined ? await sealEnd(seals, fence.sessionId, end.hidden) : null;
  const packedSteps = end.kind === 'succeeded' && end.hasAllSteps === true ? packSteps(steps) : null;
  return { fence, end, output, sealed, steps: packedSteps === null ? steps : [], packedSteps };
}

function sealEnd(
  seals: SensitiveSeals,
  sessionId: string,
  { organizationId, ...hidden }: HiddenOutput,
): Promise<Uint8Array> {
  return seals.seal(organizationId, `output ${sessionId}`, hidden);
}
