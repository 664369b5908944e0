import type { DefinitionProblem } from '@workflow/workflow-model';

/** One problem of a definition, as publishing and checking list it; a newer service may have a code unknown here. */
export interface Problem extends Omit<DefinitionProblem, 'code'> {
  code: string;
}

/** An error answer, with the fields of the error body (contract §2.4). */
export class ApiError extends Error {
  readonly status: number;
  readonly errorId: string | null;
  readonly problems: Problem[];

  constructor(status: number, message: string, errorId: string | null = null, problems: Problem[] = []) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.errorId = errorId;
    this.problems = problems;
  }

  /** Reads an error body of the service, or of better-auth, or none at all (a proxy's answer). */
  static fromAnswer(status: number, body: unknown): ApiError {
    const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
    const message = typeof fields['message'] === 'string' ? fields['message'] : `The server returned ${status}`;
    const errorId = typeof fields['errorId'] === 'string' ? fields['errorId'] : null;
    const problems = Array.isArray(fields['problems']) ? (fields['problems'] as Problem[]) : [];
    return new ApiError(status, message, errorId, problems);
  }
}

export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}
