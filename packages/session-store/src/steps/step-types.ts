/** The types in PostgreSQL of the columns of a step. */
export const STEP_TYPES = {
  componentId: 'uuid',
  run: 'int4',
  iteration: 'int4',
  attempt: 'int4',
  status: 'step_status',
  input: 'json',
  output: 'json',
  error: 'jsonb?',
  startedAt: 'timestamptz',
  finishedAt: 'timestamptz?',
} as const;
