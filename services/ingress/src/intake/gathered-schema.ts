/** The schema of a part of the answer to a request that joined a session. */
export const gatheredSchema = {
  type: 'boolean',
  description: 'true: the request joined a session that gathers requests; `sessionId` is that session.',
} as const;
