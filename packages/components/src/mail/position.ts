import type { Json, MailFolder } from '@workflow/component-kit/run';

/** What was seen of a folder. */
export interface MailPosition {
  uidValidity: string;
  /** Mails up to this UID were seen. */
  lastUid: number;
  /** Message-IDs of some that were seen last, the newest last: by them the place is found in a folder numbered anew. */
  recent: string[];
  /** That the folder was numbered anew, and when: people are told for a day. */
  anew?: { at: number; note: string };
}

const MAX_RECENT = 10;
const TOLD_FOR_MS = 86_400_000;

/** null: it was not polled yet. */
export function readPosition(position: Json): MailPosition | null {
  if (typeof position !== 'object' || position === null || Array.isArray(position)) return null;
  const { uidValidity, lastUid, recent, anew } = position;
  if (typeof uidValidity !== 'string' || typeof lastUid !== 'number') return null;
  return {
    uidValidity,
    lastUid,
    recent: Array.isArray(recent) ? recent.filter((each) => typeof each === 'string') : [],
    ...(isNote(anew) && Date.now() - anew.at < TOLD_FOR_MS && { anew }),
  };
}

function isNote(anew: Json | undefined): anew is { at: number; note: string } {
  return typeof anew === 'object' && anew !== null && !Array.isArray(anew) && typeof anew['at'] === 'number';
}

/** The last ones, without those that cannot be looked for. */
export function recentOf(before: readonly string[], more: readonly string[]): string[] {
  return [...before, ...more].filter((id) => /^<[^<>\s]{1,250}>$/.test(id)).slice(-MAX_RECENT);
}

/** Where this poll begins. */
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
  // The folder was empty: all that lies there came since.
  if (known.uidValidity === uidValidity || known.lastUid === 0) return { ...known, uidValidity };
  return placeAnew(folder, known);
}

/** The server gave all mails other UIDs (RFC 9051 §2.3.1.1). What came after the newest one that is known is new. */
async function placeAnew(folder: MailFolder, { recent }: MailPosition): Promise<MailPosition> {
  const { uidValidity, nextUid, count } = folder;
  const found: number[] = [];
  for (const id of recent) found.push((await folder.findByMessageId(id)) ?? 0);
  const lastUid = Math.max(0, ...found);
  const at = Date.now();
  const what = `on ${new Date(at).toISOString()} the server was found to have numbered the folder anew`;
  if (lastUid > 0)
    return {
      uidValidity,
      lastUid,
      recent,
      anew: { at, note: `${what}, and the poll went on after the last known mail` },
    };
  return {
    uidValidity,
    lastUid: nextUid - 1,
    recent: await newestOf(folder),
    anew: { at, note: `${what}, and none of the last known mails is there: all ${count} in it count as seen` },
  };
}

async function newestOf(folder: MailFolder): Promise<string[]> {
  return recentOf([], await folder.newestMessageIds(MAX_RECENT));
}
