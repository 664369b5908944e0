import type { Problem } from '../../api/api-error.ts';
import { problemAtField } from '../draft/problem-words.ts';

/** The line below a field: the problem at its JSON pointer, or nothing. */
export function fieldError(problems: readonly Problem[], pointer: string): string | undefined {
  const problem = problems.find(({ path }) => path === pointer);
  return problem && problemAtField(problem);
}
