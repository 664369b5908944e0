import type { Problem } from '../../api/api-error.ts';
import { problemAtField } from '../problem-words.ts';

/** What a field shows below itself: the problem at its JSON pointer, or nothing. */
export function fieldError(problems: readonly Problem[], pointer: string): string | undefined {
  const problem = problems.find(({ path }) => path === pointer);
  return problem && problemAtField(problem);
}
