import type { AppContext } from '../context.ts';
import { invalidRequest } from '../errors/api-error.ts';
import type { Caller } from './caller.ts';
import { organizationOf } from './organization-of.ts';

/** @throws ApiError INVALID_REQUEST that names each of `workflowIds` without a workflow in the caller's organization */
export async function requireWorkflows(context: AppContext, caller: Caller, ids: readonly string[]): Promise<void> {
  const organization = organizationOf(context, caller);
  const workflows = await Promise.all(ids.map((id) => organization.readWorkflow(id)));
  const problems = workflows.flatMap((workflow, index) =>
    workflow === null ? [`workflowIds[${index}] is not a workflow of the organization`] : [],
  );
  if (problems.length > 0) throw invalidRequest(problems);
}
