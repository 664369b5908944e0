import { createQueueSeal } from './queue-seal.ts';

/**
 * The data with which an executor can start a session without reading it. The claim of a new session returns the same.
 */
export interface CarriedStart {
  workflowId: string;
  definitionId: string;
  componentId: string;
  mode: 'PROD' | 'TEST';
  requestId: string | null;
  trace: { traceparent: string; tracestate: string | null } | null;
  /** The placeholder values as JSON text. */
  valuesJson: string;
}

/** Seals and opens the starts of a job. */
export interface SessionStarts {
  /**
   * @param sealer the process that seals
   * @param starts by session
   */
  seal(sealer: string, organizationId: string, starts: ReadonlyMap<string, CarriedStart>): string;
  /**
   * Returns the starts by session, or null if they belong to another organization, have an unknown key or version, or
   * changed.
   */
  open(sealer: string, organizationId: string, sealed: string): Map<string, CarriedStart> | null;
}

/** The fields that are equal for nearly all sessions of a job. */
type Beginning = Pick<CarriedStart, 'workflowId' | 'definitionId' | 'componentId' | 'mode'>;

/** A start without its values, which follow the heads. It is a tuple because a job has many. */
type Head = [
  sessionId: string,
  /** An index of `beginnings`. */
  beginning: number,
  characters: number,
  requestId: string | null,
  trace: CarriedStart['trace'],
];

interface Heads {
  beginnings: Beginning[];
  heads: Head[];
}

/** The version of the sealed text's format. */
const FORMAT = 2;
/** Separates the heads from the values. The heads contain no newline. */
const SEPARATOR = '\n';

/**
 * Seals all starts of a job in one text, because creating a cipher costs more than encrypting.
 * @param keys 32 bytes each: the first seals, and all of them open
 */
export function createSessionStarts(keys: readonly Uint8Array[]): SessionStarts {
  const seal = createQueueSeal(keys, 'session-starts');
  return {
    seal: (sealer, organizationId, starts) => seal.seal(sealer, associatedTextOf(organizationId), write(starts)),
    open(sealer, organizationId, sealed) {
      const text = seal.open(sealer, associatedTextOf(organizationId), sealed);
      return text === null ? null : read(text);
    },
  };
}

/**
 * Returns the associated text. It binds starts to a first enqueueing, because no other job has starts, and to their
 * format, so that other versions do not open them. The session ids are in the sealed text.
 */
function associatedTextOf(organizationId: string): string {
  return `${organizationId} 1 ${FORMAT}`;
}

function write(starts: ReadonlyMap<string, CarriedStart>): string {
  const beginnings: Beginning[] = [];
  const heads: Head[] = [];
  let values = '';
  for (const [id, { valuesJson, requestId, trace, workflowId, definitionId, componentId, mode }] of starts) {
    const beginning = { workflowId, definitionId, componentId, mode };
    let place = beginnings.findIndex((candidate) => isSame(candidate, beginning));
    if (place < 0) place = beginnings.push(beginning) - 1;
    heads.push([id, place, valuesJson.length, requestId, trace]);
    values += valuesJson;
  }
  return `${JSON.stringify({ beginnings, heads } satisfies Heads)}${SEPARATOR}${values}`;
}

function isSame(a: Beginning, b: Beginning): boolean {
  return (
    a.definitionId === b.definitionId &&
    a.componentId === b.componentId &&
    a.workflowId === b.workflowId &&
    a.mode === b.mode
  );
}

function read(text: string): Map<string, CarriedStart> | null {
  let at = text.indexOf(SEPARATOR) + 1;
  if (at === 0) return null;
  const starts = new Map<string, CarriedStart>();
  const { beginnings, heads } = JSON.parse(text.slice(0, at)) as Heads;
  for (const [id, place, characters, requestId, trace] of heads) {
    const beginning = beginnings[place] as Beginning;
    starts.set(id, { ...beginning, requestId, trace, valuesJson: text.slice(at, at + characters) });
    at += characters;
  }
  return starts;
}
