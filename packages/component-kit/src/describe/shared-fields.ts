/** More than a year is probably a wrong unit. */
export const MAX_WAIT_SECONDS = 366 * 24 * 60 * 60;
const WEEK_SECONDS = 7 * 24 * 60 * 60;

/** The field `rateLimit` of triggers that anybody may call. `description` says what is refused above it. */
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
        description: 'How many may arrive at once.',
        minimum: 1,
        maximum: 1_000_000,
      },
    },
  } as const;
}

/** The field `timeoutSeconds` of components that wait for somebody, and then leave at their port `timeout`. */
export const waitSecondsSchema = {
  type: 'integer',
  title: 'Wait at most (seconds)',
  description: 'From the moment at which the session comes here. Then it goes on at the port timeout.',
  minimum: 1,
  maximum: MAX_WAIT_SECONDS,
  default: WEEK_SECONDS,
} as const;
