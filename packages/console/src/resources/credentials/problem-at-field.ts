import { fieldRule, isProblemCode } from '@workflow/workflow-model';
import { ApiError, hasStatus } from '../../api/api-error.ts';

/** Returns the problem of a field in a refusal; undefined when there is none. */
export function problemAtField(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  // Only a name can be taken.
  if (field === 'name' && hasStatus(error, 409)) return error.message;
  const problem = error.problems.find(({ path }) => path === `/${field}` || path.startsWith(`/${field}/`));
  if (problem === undefined) return undefined;
  const { code, values, message } = problem;
  if (code === 'REQUIRED') return 'Required';
  const rule = (isProblemCode(code) ? fieldRule(code, values) : null) ?? message;
  return rule.charAt(0).toUpperCase() + rule.slice(1);
}
