/** Maximum seconds of a wait. A wait of more than a year is probably a mistake in the unit. */
export const MAX_WAIT_SECONDS = 366 * 24 * 60 * 60;
const WEEK_SECONDS = 7 * 24 * 60 * 60;

/** Returns the schema of `rateLimit` for triggers that anybody may call. `description` names what is refused. */
export function rateLimitSchema<const Description extends string>(description: Description) {
  return {
    type: 'object',
    title: 'Rate limit',
    description,
    additionalProperties: false,
    required: ['perMinute'],
    properties: {
      perMinute: { type: 'integer', title: 'Per minute', minimum: 1, maximum: 1_000_000 },
      burst: {
        type: 'integer',
        title: 'Burst',
        description: 'How many may arrive at the same time.',
        minimum: 1,
        maximum: 1_000_000,
      },
    },
  } as const;
}

/** The schema of `timeoutSeconds` for components that wait for somebody, and continue on `timeout` after it. */
export const waitSecondsSchema = {
  type: 'integer',
  title: 'Maximum wait (seconds)',
  description: 'After that, the workflow continues on timeout.',
  minimum: 1,
  maximum: MAX_WAIT_SECONDS,
  default: WEEK_SECONDS,
} as const;
