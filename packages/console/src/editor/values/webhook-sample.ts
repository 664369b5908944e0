import { findComponentType } from '@workflow/components/descriptors';
import { queryOptions } from '@tanstack/react-query';
import type { Component, JsonObject } from '@workflow/workflow-model';
import { listSessions } from '../../api/queries/sessions.ts';

export interface Delivery {
  sessionId: string;
  receivedAt: string;
  /** The whole request, as the webhook component outputs it. */
  request: string;
}

const KEPT = 20;

/** The last requests that a trigger received, newest first. */
export function deliveriesQuery(workflowId: string, { id, type, output }: Component) {
  const trigger = findComponentType({ type })?.trigger?.sessions;
  return queryOptions({
    queryKey: ['deliveries', workflowId, id, output],
    staleTime: 5_000,
    queryFn: async (): Promise<Delivery[]> => {
      const { items } = await listSessions({ workflowId, ...(trigger && { trigger }) }, KEPT);
      return items.flatMap(({ id: sessionId, componentId, createdAt, placeholderValues }) => {
        const request = (placeholderValues as JsonObject)[output ?? ''];
        return componentId === id && typeof request === 'string' ? [{ sessionId, receivedAt: createdAt, request }] : [];
      });
    },
  });
}

/** A request as a webhook component outputs it (spec §2.6), with an example of a body. */
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
