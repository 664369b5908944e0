import { readWorkflow } from '../api/queries/workflows.ts';
import { downloadText } from '../ui/download-text.ts';

/** Downloads a workflow's draft as JSON. Secrets stand in it by name only. */
export async function exportWorkflow(id: string): Promise<void> {
  const { workflow } = await readWorkflow(id);
  const { name, description, components, connections } = workflow;
  downloadText(fileNameOf(name), JSON.stringify({ name, description, components, connections }, null, 2), 'application/json');
}

/** A file name made of a workflow's name. */
export function fileNameOf(name: string): string {
  return `${name.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase() || 'workflow'}.json`;
}
