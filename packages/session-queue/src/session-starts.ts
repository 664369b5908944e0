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

/** The fields that are equal for nearly all sessions of a job, so that each combination is written once. */
type SharedFields = Pick<CarriedStart, 'workflowId' | 'definitionId' | 'componentId' | 'mode'>;

/** The other fields of a start. It is a tuple, which takes fewer bytes than an object. */
type OwnFields = [
  sessionId: string,
  /** The index of the shared fields. */
  sharedIndex: number,
  /** The length of the values, which follow the header. */
  characters: number,
  requestId: string | null,
  trace: CarriedStart['trace'],
];

/** The first line of the text. Its names are part of the format. */
interface Header {
  beginnings: SharedFields[];
  heads: OwnFields[];
}

/** The version of the sealed text's format. */
const FORMAT = 2;
/** Separates the header from the values. The header contains no newline. */
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
  const beginnings: SharedFields[] = [];
  const heads: OwnFields[] = [];
  let values = '';
  for (const [id, { valuesJson, requestId, trace, workflowId, definitionId, componentId, mode }] of starts) {
    const shared = { workflowId, definitionId, componentId, mode };
    let sharedIndex = beginnings.findIndex((candidate) => isSame(candidate, shared));
    if (sharedIndex < 0) sharedIndex = beginnings.push(shared) - 1;
    heads.push([id, sharedIndex, valuesJson.length, requestId, trace]);
    values += valuesJson;
  }
  return `${JSON.stringify({ beginnings, heads } satisfies Header)}${SEPARATOR}${values}`;
}

function isSame(a: SharedFields, b: SharedFields): boolean {
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
  const { beginnings, heads } = JSON.parse(text.slice(0, at)) as Header;
  for (const [id, sharedIndex, characters, requestId, trace] of heads) {
    const shared = beginnings[sharedIndex] as SharedFields;
    starts.set(id, { ...shared, requestId, trace, valuesJson: text.slice(at, at + characters) });
    at += characters;
  }
  return starts;
}
