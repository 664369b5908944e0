import { invalidRequest } from '../../errors/api-error.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password-length.ts';
import { passwordProblem } from './password-rules.ts';

export const password = { type: 'string', minLength: MIN_PASSWORD_LENGTH, maxLength: MAX_PASSWORD_LENGTH } as const;

/** @throws ApiError INVALID_REQUEST for a password that `passwordProblem` refuses. */
export async function checkPassword(field: string, value: string, own: readonly string[]): Promise<void> {
  const problem = await passwordProblem(value, own);
  if (problem !== null) throw invalidRequest([`${field} ${problem}`]);
}
