import type { JsonObject } from '@workflow/workflow-model';
import type { ToolCall } from '../tool.ts';

/** Fields of a workflow that a model does not need to change it. */
const NOT_SHOWN = new Set(['folder', 'tags', 'retentionDays', 'createdAt', 'updatedAt']);

/**
 * Returns a draft for a result, with the ETag that `update_workflow` requires. A draft that is too large is left out.
 */
export function shownWorkflow({ context }: ToolCall, workflow: JsonObject, etag: string | null): JsonObject {
  const { id, ...otherFields } = workflow;
  const shown = Object.fromEntries(Object.entries(otherFields).filter(([key]) => !NOT_SHOWN.has(key)));
  const bytes = Buffer.byteLength(JSON.stringify(shown));
  if (bytes <= context.config.mcp.maxOutputBytes) return { workflowId: id!, etag, ...shown };
  return { ...savedWorkflow(workflow, etag), definitionTruncated: true, definitionBytes: bytes };
}

/** Returns what a model needs after it has written a draft. */
export function savedWorkflow(workflow: JsonObject, etag: string | null): JsonObject {
  const { id, name, revision, state, publishedVersion } = workflow;
  return {
    workflowId: id!,
    etag,
    name: name!,
    revision: revision!,
    state: state!,
    publishedVersion: publishedVersion ?? null,
  };
}
