import type { Json, SessionError } from '@workflow/workflow-model';
import { deferredClaimParameters, type ClaimedDeferred, type SealedDeferredClaim } from './deferred-claim.ts';
import type { Fence, Written } from './claim-sessions.ts';
import { CLAIM_AND_END, END, END_OR_RELEASE, type EndParameters, type EndRow } from './end-statement.ts';
import type { HiddenOutput } from './step-record.ts';
import type { StepText, ValueText } from './write-out.ts';
import { isProgress, stepParameters } from './write-steps.ts';
import { hiddenArray, jsonArray, plainArray, textArray } from '../postgres/sql-arrays.ts';
import type { Query, Sql, Statement } from '../postgres/sql.ts';
import { cancelLittleBelow, cancelSteps, markEndedBelow } from '../ends/end-below.ts';
import { lockTrees } from '../ends/ended-above.ts';

/** How a claim ended. One statement writes it together with the steps that are not written yet. */
export type SessionEnd =
  /**
   * `hidden` is the unmasked output, if it is masked and another session uses it. `hasAllSteps` means that no step of
   * the session was written before, so its own row can hold them.
   */
  | { kind: 'succeeded'; output: Json; hidden?: HiddenOutput; hasAllSteps?: true }
  | { kind: 'failed'; error: SessionError }
  /**
   * `dueAt` is null if it waits until a child ends. `childrenSeen` is the number of ended children that were already
   * considered.
   */
  | { kind: 'waiting'; dueAt: Date | null; childrenSeen: number }
  /** Released at shutdown: QUEUED again, without a crash. */
  | { kind: 'released' };

export interface EndToWrite {
  fence: Fence;
  end: SessionEnd;
  /** The output of a session that succeeded. */
  output: ValueText;
  /** The sealed output, if it is masked. */
  sealed: Uint8Array | null;
  /** The steps that get a row each. */
  steps: StepText[];
  /** The other steps. */
  packedSteps: string | null;
}

/** The end of a session that was never claimed. */
export type FirstEnd = Extract<SessionEnd, { kind: 'succeeded' | 'failed' }>;

export interface FirstEndToWrite extends EndToWrite {
  claim: SealedDeferredClaim;
}

/** An end that was written. `queuedMs` is 0 unless the same statement wrote the claim. */
interface WrittenEnd extends ClaimedDeferred {
  /** True if its failure was recorded for `error` triggers. */
  isNoted: boolean;
  /** True if its wait is over, or it ended the wait of its parent. */
  isReady: boolean;
  /** True if it ended the answer to a message of a chat. */
  endsAnswer: boolean;
  /** The parent of a session that ended. */
  parentId: string | null;
}

/** Listens to what ends cause in addition to their result. */
export interface EndObserver {
  /** Called after the commit of failures that were recorded for `error` triggers. */
  onFailures: () => void;
  /** Called after the commit of an end that ended a wait, so that the dispatcher can enqueue a session. */
  onReady: (sessionId: string) => void;
  /** Called after the commit of an end that the page of a chat waits for. */
  onAnswered: (sessionId: string) => void;
  /** Called after the commit of the end of a child. */
  onChildEnded: (parentId: string) => void;
}

/** Ends claims whose fence is current. Returns false for the others, for which nothing is written. */
export async function endSessions(sql: Sql, observer: EndObserver, ends: EndToWrite[]): Promise<Written[]> {
  const written = await endEach(sql, observer, ends, (some) => {
    const releases = some.some(({ end }) => end.kind === 'released');
    return (releases ? END_OR_RELEASE : END).with(endParameters(some));
  });
  return ends.map(({ fence }) => written.has(fence.sessionId));
}

/**
 * Claims and ends sessions that ran before their claim. Returns null for lost sessions, for which nothing is written.
 */
export async function claimAndEnd(
  sql: Sql,
  observer: EndObserver,
  ends: FirstEndToWrite[],
): Promise<(ClaimedDeferred | null)[]> {
  const written = await endEach(sql, observer, ends, (some) =>
    CLAIM_AND_END.with({ ...endParameters(some), ...deferredClaimParameters(some.map(({ claim }) => claim)) }),
  );
  return ends.map(({ fence }) => written.get(fence.sessionId) ?? null);
}

/** Returns one of the two statements with the values of some ends. */
type Ending<End extends EndToWrite> = (ends: End[]) => [Statement<EndRow>, unknown[]];

async function endEach<End extends EndToWrite>(
  sql: Sql,
  observer: EndObserver,
  ends: End[],
  ending: Ending<End>,
): Promise<Map<string, WrittenEnd>> {
  const written = await writeEnds(sql, observer, ends, ending);
  // Some fences were lost. Children whose parents are in the same batch were left out, and are written alone.
  for (const end of ends) {
    if (ends.length === 1 || written.has(end.fence.sessionId)) continue;
    for (const [sessionId, how] of await writeEnds(sql, observer, [end], ending)) written.set(sessionId, how);
  }
  return written;
}

/**
 * Writes ends. If a session fails, the same transaction ends its open steps and its descendants. Later transactions
 * update the rows of the descendants.
 */
async function writeEnds<End extends EndToWrite>(
  sql: Sql,
  observer: EndObserver,
  ends: End[],
  ending: Ending<End>,
): Promise<Map<string, WrittenEnd>> {
  const failed = ends.filter(({ end }) => end.kind === 'failed').map(({ fence }) => fence.sessionId);
  if (failed.length === 0) {
    const written = await write(sql.query, ends, ending);
    report(observer, written);
    return written;
  }
  const { written, parents } = await sql.transaction(async (query) => {
    await lockTrees(
      query,
      failed,
      ends.map(({ fence }) => fence.sessionId),
    );
    const written = await write(query, ends, ending);
    const ended = failed.filter((id) => written.has(id));
    // A session that lost its executors does not know which of its steps had begun.
    await cancelSteps(query, ended);
    const parents = await markEndedBelow(query, ended);
    return { written, parents };
  });
  if (failed.some((id) => written.get(id)?.isNoted === true)) observer.onFailures();
  report(observer, written);
  for (const parent of parents) await cancelLittleBelow(sql, [parent]);
  return written;
}

function report(observer: EndObserver, written: ReadonlyMap<string, WrittenEnd>): void {
  for (const [sessionId, { isReady, endsAnswer, parentId }] of written) {
    if (isReady) observer.onReady(sessionId);
    if (endsAnswer) observer.onAnswered(sessionId);
    if (parentId !== null) observer.onChildEnded(parentId);
  }
}

/** Writes ends. Returns those that were written, by their session. */
async function write<End extends EndToWrite>(
  query: Query,
  ends: End[],
  ending: Ending<End>,
): Promise<Map<string, WrittenEnd>> {
  const rows = await query(...ending(ends));
  return new Map(rows.map(({ sessionId, queuedMs, ...how }) => [sessionId, { ...how, queuedMs: queuedMs ?? 0 }]));
}

function endParameters(ends: readonly EndToWrite[]): EndParameters {
  return {
    sessionIds: plainArray(ends.map(({ fence }) => fence.sessionId)),
    claimNumbers: plainArray(ends.map(({ fence }) => fence.claimNumber)),
    kinds: plainArray(ends.map(({ end }) => end.kind)),
    outputs: textArray(ends.map(({ output }) => output.text)),
    errors: jsonArray(ends.map(({ end }) => (end.kind === 'failed' ? end.error : null))),
    dueAt: plainArray(ends.map(({ end }) => (end.kind === 'waiting' ? (end.dueAt?.toISOString() ?? null) : null))),
    childrenSeen: plainArray(ends.map(({ end }) => (end.kind === 'waiting' ? end.childrenSeen : null))),
    recovered: plainArray(ends.map(({ steps, packedSteps }) => packedSteps !== null || isProgress(steps))),
    keepsText: plainArray(ends.map(({ output }) => output.isChangedByJsonb)),
    hidden: hiddenArray(ends.map(({ sealed }) => sealed)),
    packedSteps: textArray(ends.map(({ packedSteps }) => packedSteps)),
    ...stepParameters(ends),
  };
}
