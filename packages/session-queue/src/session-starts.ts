import { createQueueSeal } from './queue-seal.ts';

/** What an executor needs to begin a session without reading it: what the claim of a new session would return. */
export interface SessionStart {
  workflowId: string;
  definitionId: string;
  componentId: string;
  mode: 'PROD' | 'TEST';
  requestId: string | null;
  trace: { traceparent: string; tracestate: string | null } | null;
  /** The placeholder values as JSON text. */
  valuesJson: string;
}

/** Seals and opens the starts that a job carries. */
export interface SessionStarts {
  /**
   * @param sealer the process that seals
   * @param starts by session
   */
  seal(sealer: string, organizationId: string, starts: ReadonlyMap<string, SessionStart>): string;
  /** By session. null: they are of another organization, of an unknown key or version, or were changed. */
  open(sealer: string, organizationId: string, sealed: string): Map<string, SessionStart> | null;
}

/** What sessions of a job nearly always have together. */
type Beginning = Pick<SessionStart, 'workflowId' | 'definitionId' | 'componentId' | 'mode'>;

/** A start beside the values of all of them, which follow one another: by place, since a job has many. */
type Head = [
  sessionId: string,
  /** Its place in `beginnings`. */
  beginning: number,
  characters: number,
  requestId: string | null,
  trace: SessionStart['trace'],
];

interface Heads {
  beginnings: Beginning[];
  heads: Head[];
}

/** Of the text that is sealed. */
const FORM = 2;
/** Before the values; what stands before it has none. */
const BREAK = '\n';

/**
 * One text for all starts of a job, because making a cipher costs more than what it encrypts.
 * @param keys of 32 bytes each: the first seals, all of them open
 */
export function createSessionStarts(keys: readonly Uint8Array[]): SessionStarts {
  const seal = createQueueSeal(keys, 'session-starts');
  return {
    seal: (sealer, organizationId, starts) => seal.seal(sealer, besideOf(organizationId), write(starts)),
    open(sealer, organizationId, sealed) {
      const text = seal.open(sealer, besideOf(organizationId), sealed);
      return text === null ? null : read(text);
    },
  };
}

/**
 * Starts are bound to a first enqueueing, since no other job carries one, and to their form: a version that writes
 * another one does not open them. Whose each is, is sealed with it.
 */
function besideOf(organizationId: string): string {
  return `${organizationId} 1 ${FORM}`;
}

function write(starts: ReadonlyMap<string, SessionStart>): string {
  const beginnings: Beginning[] = [];
  const heads: Head[] = [];
  let values = '';
  for (const [id, { valuesJson, requestId, trace, workflowId, definitionId, componentId, mode }] of starts) {
    const beginning = { workflowId, definitionId, componentId, mode };
    let place = beginnings.findIndex((known) => isSame(known, beginning));
    if (place < 0) place = beginnings.push(beginning) - 1;
    heads.push([id, place, valuesJson.length, requestId, trace]);
    values += valuesJson;
  }
  return `${JSON.stringify({ beginnings, heads } satisfies Heads)}${BREAK}${values}`;
}

function isSame(one: Beginning, other: Beginning): boolean {
  return (
    one.definitionId === other.definitionId &&
    one.componentId === other.componentId &&
    one.workflowId === other.workflowId &&
    one.mode === other.mode
  );
}

function read(text: string): Map<string, SessionStart> | null {
  let at = text.indexOf(BREAK) + 1;
  if (at === 0) return null;
  const starts = new Map<string, SessionStart>();
  const { beginnings, heads } = JSON.parse(text.slice(0, at)) as Heads;
  for (const [id, place, characters, requestId, trace] of heads) {
    const beginning = beginnings[place] as Beginning;
    starts.set(id, { ...beginning, requestId, trace, valuesJson: text.slice(at, at + characters) });
    at += characters;
  }
  return starts;
}
