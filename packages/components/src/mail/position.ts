import type { Json, MailFolder } from '@workflow/component-kit/run';
import { isJsonObject } from '@workflow/workflow-model';

/** The known mails of a folder. */
export interface MailPosition {
  uidValidity: string;
  /** The last processed UID. */
  lastUid: number;
  /**
   * Message-IDs of the latest mails, the newest last. They identify the place if the server numbers the folder again.
   */
  recent: string[];
  /** A note that the folder was numbered again, and the time. It is shown for a day. */
  renumbered?: { at: number; note: string };
}

const MAX_RECENT = 10;
const SHOWN_FOR_MS = 86_400_000;

/** Reads the position. Null if the folder was not polled yet. */
export function readPosition(position: Json): MailPosition | null {
  if (!isJsonObject(position)) return null;
  const { uidValidity, lastUid, recent, renumbered } = position;
  if (typeof uidValidity !== 'string' || typeof lastUid !== 'number') return null;
  return {
    uidValidity,
    lastUid,
    recent: Array.isArray(recent) ? recent.filter((each) => typeof each === 'string') : [],
    ...(isNote(renumbered) && Date.now() - renumbered.at < SHOWN_FOR_MS && { renumbered }),
  };
}

function isNote(renumbered: Json | undefined): renumbered is { at: number; note: string } {
  return (
    typeof renumbered === 'object' &&
    renumbered !== null &&
    !Array.isArray(renumbered) &&
    typeof renumbered['at'] === 'number'
  );
}

/** Returns the latest Message-IDs, without those that cannot be searched for. */
export function recentOf(before: readonly string[], more: readonly string[]): string[] {
  return [...before, ...more].filter((id) => /^<[^<>\s]{1,250}>$/.test(id)).slice(-MAX_RECENT);
}

/** Returns the position at which this poll begins. */
export async function whereToBegin(
  folder: MailFolder,
  known: MailPosition | null,
  startWith: 'new' | 'existing',
): Promise<MailPosition> {
  const { uidValidity, nextUid } = folder;
  if (known === null) {
    if (startWith === 'existing') return { uidValidity, lastUid: 0, recent: [] };
    return { uidValidity, lastUid: nextUid - 1, recent: await newestOf(folder) };
  }
  // The folder was empty, so all mails in it are new.
  if (known.uidValidity === uidValidity || known.lastUid === 0) return { ...known, uidValidity };
  return findPlaceAgain(folder, known);
}

/**
 * Finds the position after the server gave all mails other UIDs (RFC 9051 §2.3.1.1). Mails after the newest processed
 * one are new.
 */
async function findPlaceAgain(folder: MailFolder, { recent }: MailPosition): Promise<MailPosition> {
  const { uidValidity, nextUid, count } = folder;
  const found: number[] = [];
  for (const id of recent) found.push((await folder.findByMessageId(id)) ?? 0);
  const lastUid = Math.max(0, ...found);
  const at = Date.now();
  const event = `On ${new Date(at).toISOString()} the poll found that the server has numbered the folder again`;
  if (lastUid > 0)
    return {
      uidValidity,
      lastUid,
      recent,
      renumbered: { at, note: `${event}. The poll continued after the last known mail` },
    };
  return {
    uidValidity,
    lastUid: nextUid - 1,
    recent: await newestOf(folder),
    renumbered: {
      at,
      note: `${event}. None of the last known mails exists, so all ${count} mails in it count as processed`,
    },
  };
}

async function newestOf(folder: MailFolder): Promise<string[]> {
  return recentOf([], await folder.newestMessageIds(MAX_RECENT));
}
