import type { Json } from '@workflow/workflow-model';

/** The outputs of the first and the last recorded turn of an earlier session. */
export interface EarlierTurns {
  first: Json;
  last: Json;
}

/** The earlier sessions with which a component continues a conversation. */
export interface AgentMemory {
  /**
   * Adds the session to the conversation with this key. A conversation belongs to one component, and to TEST or PROD.
   * @returns the ids of the earlier sessions that succeeded and in which the component did not fail, the oldest first
   */
  join(key: string, limit: number): Promise<string[]>;
  /** Reads the turns of earlier sessions, without deleted sessions and old ones beyond a size. */
  read(sessionIds: readonly string[]): Promise<EarlierTurns[]>;
}
