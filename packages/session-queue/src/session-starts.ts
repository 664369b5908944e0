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

/** Whose start it is. */
interface StartOwner {
  sessionId: string;
  organizationId: string;
}

/** Seals and opens the starts that jobs carry. */
export interface SessionStarts {
  /** @param ingress the replica that seals */
  seal(ingress: string, owner: StartOwner, start: SessionStart): string;
  /** null: it is none of this session, of an unknown key or version, or was changed. */
  open(ingress: string, owner: StartOwner, sealed: string): SessionStart | null;
}

/** Between the values and what stands before them, which has none. */
const BREAK = '\n';

/** @param keys of 32 bytes each: the first seals, all of them open */
export function createSessionStarts(keys: readonly Uint8Array[]): SessionStarts {
  const seal = createQueueSeal(keys, 'session-starts');
  return {
    seal: (ingress, owner, { valuesJson, ...start }) =>
      seal.seal(ingress, besideOf(owner), `${JSON.stringify(start)}${BREAK}${valuesJson}`),
    open(ingress, owner, sealed) {
      const text = seal.open(ingress, besideOf(owner), sealed);
      const at = text?.indexOf(BREAK) ?? -1;
      if (text === null || at === -1) return null;
      const start = JSON.parse(text.slice(0, at)) as Omit<SessionStart, 'valuesJson'>;
      return { ...start, valuesJson: text.slice(at + 1) };
    },
  };
}

/** A start is bound to its session, and to its first enqueueing: no other job carries one. */
function besideOf({ sessionId, organizationId }: StartOwner): string {
  return `${organizationId} ${sessionId} 1`;
}
