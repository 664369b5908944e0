import type { Operations, Workflow, WorkflowListItem } from './api.ts';
import type { CallRoute } from './http/operations.ts';
import { unlessAborted } from './http/abort.ts';
import { itemsOfPages } from './http/pages.ts';
import type { Starts } from './runs/resolve-start.ts';
import type { Abortable } from './sessions/sessions.ts';

export type WorkflowFilter = Omit<NonNullable<Operations['GET /v1/workflows']['query']>, 'cursor'>;

/** Operations on the workflows of the organization. */
export interface Workflows {
  /**
   * Yields workflows, newest first.
   *
   * @example
   * for await (const { id, name } of client.workflows.list({ state: 'PUBLISHED' })) console.log(id, name);
   */
  list(filter?: WorkflowFilter, options?: Abortable): AsyncIterable<WorkflowListItem>;

  /**
   * Returns a workflow with its draft, by id or by name. @throws NotFoundError, WorkflowNameError
   *
   * @example
   * const { publishedVersion, components } = await client.workflows.get('Greet');
   * console.log(publishedVersion, components.length);
   */
  get(workflow: string, options?: Abortable): Promise<Workflow>;
}

/** Returns the operations on workflows. */
export function openWorkflows(call: CallRoute, starts: Starts): Workflows {
  return {
    list: (filter = {}, { signal } = {}) =>
      itemsOfPages(signal, async (cursor) => {
        const query = { ...filter, ...(cursor !== undefined && { cursor }) };
        return (await call('GET /v1/workflows', { query }, { signal })).data;
      }),
    get: async (workflow, { signal } = {}) => {
      const id = await unlessAborted(signal, starts.workflowId(workflow));
      return (await call('GET /v1/workflows/{id}', { path: { id } }, { signal })).data;
    },
  };
}
