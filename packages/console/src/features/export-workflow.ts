import { definitionOf, type Definition } from '@workflow/workflow-model';
import { readWorkflow } from '../api/queries/workflow-entry.ts';
import { downloadText } from '../ui/download-text.ts';

/** Downloads a workflow's draft as JSON. It contains secrets by name only. */
export async function exportWorkflow(id: string): Promise<void> {
  const { workflow } = await readWorkflow(id);
  const { name, description } = workflow;
  downloadText(
    fileNameOf(name),
    JSON.stringify({ name, description, ...definitionOf(workflow as unknown as Definition) }, null, 2),
    'application/json',
  );
}

/** A file name derived from a workflow's name. */
export function fileNameOf(name: string): string {
  return `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').toLowerCase() || 'workflow'}.json`;
}
