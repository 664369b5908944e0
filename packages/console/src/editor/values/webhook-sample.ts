import { findComponentType, isStoredFor } from '@workflow/components/descriptors';
import { queryOptions } from '@tanstack/react-query';
import type { Component, JsonObject } from '@workflow/workflow-model';
import { listSessions } from '../../api/queries/sessions.ts';
import { listenerQuery } from '../../api/queries/webhook-listener.ts';

export interface Delivery {
  sessionId: string;
  receivedAt: string;
  /** The whole request, as the webhook component outputs it. */
  request: string;
}

const MAX_READ = 20;
/** In place of a session: the delivery that was listened for and started none. */
const CAUGHT = 'caught';

/** The last requests that a trigger received, newest first. */
export function deliveriesQuery(workflowId: string, { id, type, output }: Component) {
  const trigger = findComponentType({ type })?.trigger?.sessions;
  return queryOptions({
    queryKey: ['deliveries', workflowId, id, output],
    staleTime: 5_000,
    queryFn: async ({ client }): Promise<Delivery[]> => {
      const [{ items }, listener] = await Promise.all([
        listSessions({ workflowId, ...(trigger && { trigger }) }, MAX_READ),
        isStoredFor(type, 'access-token') ? client.query(listenerQuery(workflowId, id)) : null,
      ]);
      const delivered = items.flatMap(({ id: sessionId, componentId, createdAt, placeholderValues }) => {
        const request = (placeholderValues as JsonObject)[output ?? ''];
        return componentId === id && typeof request === 'string' ? [{ sessionId, receivedAt: createdAt, request }] : [];
      });
      const caught = listener?.caught ?? null;
      if (caught === null || caught.request === null) return delivered;
      // Before a publishing nothing else is there.
      return [...delivered, { sessionId: CAUGHT, receivedAt: caught.at, request: caught.request }].sort(newestFirst);
    },
  });
}

function newestFirst(one: Delivery, other: Delivery): number {
  return other.receivedAt.localeCompare(one.receivedAt);
}

/** A request as a webhook component outputs it (contract §2.6), with an example of a body. */
export function exampleRequest(workflowId: string): string {
  return JSON.stringify({
    method: 'POST',
    path: `/webhook/${workflowId}`,
    query: {},
    headers: { 'content-type': 'application/json' },
    body: { hello: 'world' },
    receivedAt: new Date().toISOString(),
  });
}
