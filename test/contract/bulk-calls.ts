import { waitFor } from '@workflow/test-harness';
import type { JsonObject } from '@workflow/workflow-model';
import { expect } from '@jest/globals';
import type { ContractSystem } from './contract-system.ts';

export interface Operation {
  status: string;
  matched: number;
  done: number;
  failed: number;
  finishedAt: string | null;
}

/** Returns the API calls of tests of bulk operations. */
export function bulkCalls(system: () => ContractSystem) {
  const ask = <Body = JsonObject>(method: string, path: string, body?: unknown) =>
    system().clients[0]!.request<Body>(method, path, body);
  const read = async (id: string) => (await ask<Operation>('GET', `/v1/operations/${id}`)).body;
  return {
    ask,
    read,
    /** Starts an operation. */
    async bulk(request: JsonObject) {
      const { status, body } = await ask<{ operationId: string; matched: number }>(
        'POST',
        '/v1/sessions/bulk',
        request,
      );
      expect(status).toBe(202);
      return body;
    },
    untilOver: (id: string) =>
      waitFor(
        async () => {
          const operation = await read(id);
          return operation.status === 'RUNNING' ? null : operation;
        },
        { what: 'the end of the operation' },
      ),
    /** Starts `count` sessions, 50 at a time. @returns their ids */
    async startMany(workflowId: string, componentId: string, count: number): Promise<string[]> {
      const ids: string[] = [];
      const startOne = async () => {
        const { body } = await system().api.run(workflowId, componentId, { name: 'x' });
        ids.push(String(body['sessionId']));
      };
      for (let left = count; left > 0; left -= 50)
        await Promise.all(Array.from({ length: Math.min(50, left) }, startOne));
      return ids;
    },
    /** Returns how many of a workflow's sessions have one of these statuses. */
    async count(workflowId: string, status: readonly string[]): Promise<number> {
      const filter = `workflowId=${workflowId}&limit=200${status.map((each) => `&status=${each}`).join('')}`;
      let found = 0;
      for (let cursor = ''; ;) {
        const { body } = await ask<{ items: object[]; nextCursor: string | null }>(
          'GET',
          `/v1/sessions?${filter}${cursor}`,
        );
        found += body.items.length;
        if (body.nextCursor === null) return found;
        cursor = `&cursor=${body.nextCursor}`;
      }
    },
  };
}
