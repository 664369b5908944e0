import type { Component } from '@workflow/workflow-model';

/** The id of the workflow that a component runs; null when it runs none, or none is chosen yet. */
export function workflowRunBy({ config }: Component): string | null {
  const { workflowId } = config;
  return typeof workflowId === 'string' && workflowId !== '' ? workflowId : null;
}
