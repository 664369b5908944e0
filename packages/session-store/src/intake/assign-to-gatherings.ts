import type { NewSession } from '../acceptance/new-session.ts';

/** A gathering as PostgreSQL stores it. */
export interface OpenGathering {
  sessionId: string;
  workflowId: string;
  workflowVersion: number;
  componentId: string;
  key: string;
  requests: number;
  /** Bytes of the items so far. */
  size: number;
}

/** A gathering with the requests that one batch adds to it. */
export interface Gathering {
  sessionId: string;
  isNew: boolean;
  /** True if it accepts no further requests, so that its session starts. */
  isFull: boolean;
  requests: number;
  size: number;
  /** At least one request, in the order of arrival. */
  added: NewSession[];
}

/**
 * Assigns each request to the session that gathers for its key. If that session has `maxItems` requests, or the values
 * would have more than `maxSize` bytes, a new session begins with the id of the request.
 *
 * @param open at most one gathering of each key
 */
export function assignToGatherings(
  open: readonly OpenGathering[],
  requests: readonly NewSession[],
  maxSize: number,
): Gathering[] {
  const gatherings: Gathering[] = [];
  const current = new Map<string, Gathering>();
  for (const { sessionId, requests: count, size, ...of } of open)
    current.set(keyOf(of, of.key), { sessionId, isNew: false, isFull: false, requests: count, size, added: [] });
  for (const request of requests) {
    const { gather } = request;
    if (gather === undefined) continue;
    const key = keyOf(request, gather.key);
    const size = gather.item === null ? 0 : Buffer.byteLength(gather.item);
    let gathering = current.get(key);
    if (gathering !== undefined && gathering.size + size > maxSize) {
      gathering.isFull = true;
      if (gathering.added.length === 0) gatherings.push(gathering);
      gathering = undefined;
    }
    gathering ??= { sessionId: request.id, isNew: true, isFull: false, requests: 0, size: 0, added: [] };
    if (gathering.added.length === 0) gatherings.push(gathering);
    gathering.added.push(request);
    gathering.requests += 1;
    gathering.size += size;
    gathering.isFull = gathering.requests >= gather.maxItems;
    if (gathering.isFull) current.delete(key);
    else current.set(key, gathering);
  }
  return gatherings;
}

function keyOf(
  { workflowId, workflowVersion, componentId }: Pick<NewSession, 'workflowId' | 'workflowVersion' | 'componentId'>,
  key: string,
): string {
  return `${workflowId} ${workflowVersion} ${componentId} ${key}`;
}
