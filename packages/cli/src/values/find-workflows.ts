import { WorkflowNameError, type Mode, type Schemas } from '@workflow/client';
import type { Cli } from '../cli.ts';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the workflows with this id or name, and their triggers. A key needs no particular scope for this. */
export async function findWorkflows(cli: Cli, workflow: string, mode: Mode): Promise<Schemas['StartableWorkflow'][]> {
  const query = { mode, ...(ID.test(workflow) ? { workflowId: workflow } : { name: workflow }) };
  const { data } = await cli.client().call('GET /v1/startable-workflows', { query }, { signal: cli.signal });
  return data.items;
}

/** Returns the workflow with this id or name, published or not. @throws WorkflowNameError unless there is only one */
export async function findWorkflow(cli: Cli, workflow: string): Promise<Schemas['StartableWorkflow']> {
  const found = await findWorkflows(cli, workflow, 'TEST');
  const [only] = found;
  if (only === undefined) throw new WorkflowNameError(`No workflow is called '${workflow}'`);
  if (found.length === 1) return only;
  const ids = found.map(({ id }) => id).join(', ');
  throw new WorkflowNameError(`Several workflows are called '${workflow}'; name one by its id: ${ids}`);
}
