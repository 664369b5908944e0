/** Whether trying the same component again may help. A component's retry policy applies to these alone. */
interface FailureKind {
  retryable: boolean;
}

/** Every code that a step's or a session's error can carry; docs/errors.md lists the same ones. */
export const FAILURE_CODES = {
  ADDRESS_REFUSED: { retryable: false },
  CHILD_FAILED: { retryable: false },
  CODE_ERROR: { retryable: false },
  CODE_MEMORY: { retryable: false },
  CODE_TIMEOUT: { retryable: false },
  COMPONENT_DISABLED: { retryable: false },
  CONCURRENCY_LIMIT: { retryable: false },
  CONFIG_INVALID: { retryable: false },
  CRASHED: { retryable: false },
  CREDENTIAL_HOST: { retryable: false },
  CREDENTIAL_MISSING: { retryable: false },
  DEFINITION_MISSING: { retryable: false },
  ENTITY_NOT_FOUND: { retryable: false },
  EXPRESSION_ERROR: { retryable: false },
  EXPRESSION_LIMIT: { retryable: false },
  EXPRESSION_TIMEOUT: { retryable: false },
  FIELD_INVALID: { retryable: false },
  HTTP_FAILED: { retryable: true },
  HTTP_RESPONSE_TOO_LARGE: { retryable: false },
  HTTP_STATUS: { retryable: false },
  HTTP_TOO_MANY_REDIRECTS: { retryable: false },
  INTERNAL_ERROR: { retryable: true },
  JSON_INVALID: { retryable: false },
  OUTPUT_TOO_LARGE: { retryable: false },
  PLACEHOLDER_MISSING: { retryable: false },
  RESULTS_TOO_LARGE: { retryable: false },
  SANDBOX_BUSY: { retryable: true },
  SANDBOX_FAILED: { retryable: true },
  SECRET_MISSING: { retryable: false },
  SKIPPED: { retryable: false },
  STEP_TIMEOUT: { retryable: true },
  TIMED_OUT: { retryable: false },
  TOO_DEEP: { retryable: false },
  TOO_MANY_DESCENDANTS: { retryable: false },
  TOO_MANY_ITEMS: { retryable: false },
  UNKNOWN_COMPONENT_TYPE: { retryable: false },
  WORKFLOW_NOT_PUBLISHED: { retryable: false },
} as const satisfies Record<string, FailureKind>;

export type FailureCode = keyof typeof FAILURE_CODES;
