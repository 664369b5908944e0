import type { Json, JsonObject } from '@workflow/workflow-model';
import { keepNewest, MAX_REMEMBERED_LENGTH, readRemembered, remember } from '../../api/browser-memory.ts';
import type { Draft, DraftHistory } from './draft-store.ts';
import { revisionOf } from './revision-of.ts';

/** Workflows whose history this browser keeps. */
const MAX_WORKFLOWS = 10;
/** Length of the record around the drafts of a history. */
const FRAME_LENGTH = 200;

/** The lengths of drafts as texts: drafts never change, and all but the newest were measured before. */
const lengths = new WeakMap<Draft, number>();

/**
 * Reads the undo history from when the editor was left; null when there is none or the draft has changed since, when
 * undo would remove somebody else's changes.
 */
export function readHistory(workflowId: string, etag: string): DraftHistory | null {
  const stored = readRemembered('undo', workflowId);
  if (stored === null || revisionOf(etag) === null || stored['revision'] !== revisionOf(etag)) return null;
  return { past: draftsIn(stored['past']), future: draftsIn(stored['future']) };
}

/** Remembers the history of a saved draft in this browser: as many of its steps as fit, the nearest first. */
export function rememberHistory(workflowId: string, etag: string, { past, future }: DraftHistory): void {
  const [nearestPast, nearestFuture] = fitting(past.toReversed(), future, MAX_REMEMBERED_LENGTH - FRAME_LENGTH);
  remember('undo', workflowId, {
    at: Date.now(),
    revision: revisionOf(etag),
    past: nearestPast.toReversed() as unknown as Json,
    future: nearestFuture as unknown as Json,
  });
  keepNewest('undo', MAX_WORKFLOWS, ({ at }: JsonObject) => (typeof at === 'number' ? at : 0));
}

/** Returns the first drafts of both lists that fit into this number of characters. Undo steps have precedence. */
function fitting(past: readonly Draft[], future: readonly Draft[], length: number): [Draft[], Draft[]] {
  let left = length;
  const fits = (draft: Draft): boolean => {
    left -= lengthOf(draft) + 1;
    return left >= 0;
  };
  return [firstWhile(past, fits), firstWhile(future, fits)];
}

function firstWhile(drafts: readonly Draft[], fits: (draft: Draft) => boolean): Draft[] {
  const end = drafts.findIndex((draft) => !fits(draft));
  return drafts.slice(0, end === -1 ? drafts.length : end);
}

function lengthOf(draft: Draft): number {
  const known = lengths.get(draft);
  if (known !== undefined) return known;
  const { length } = JSON.stringify(draft);
  lengths.set(draft, length);
  return length;
}

function draftsIn(value: Json | undefined): Draft[] {
  return Array.isArray(value) ? (value as unknown as Draft[]) : [];
}
