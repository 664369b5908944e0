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

/** A start beside the values of all of them, which follow one another. */
type WithoutValues = Omit<SessionStart, 'valuesJson'> & { id: string; characters: number };

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

/** Starts are bound to a first enqueueing: no other job carries one. Whose each is, is sealed with it. */
function besideOf(organizationId: string): string {
  return `${organizationId} 1`;
}

function write(starts: ReadonlyMap<string, SessionStart>): string {
  const heads: WithoutValues[] = [];
  let values = '';
  for (const [id, { valuesJson, ...start }] of starts) {
    heads.push({ ...start, id, characters: valuesJson.length });
    values += valuesJson;
  }
  return `${JSON.stringify(heads)}${BREAK}${values}`;
}

function read(text: string): Map<string, SessionStart> | null {
  let at = text.indexOf(BREAK) + 1;
  if (at === 0) return null;
  const starts = new Map<string, SessionStart>();
  for (const { id, characters, ...start } of JSON.parse(text.slice(0, at)) as WithoutValues[]) {
    starts.set(id, { ...start, valuesJson: text.slice(at, at + characters) });
    at += characters;
  }
  return starts;
}
