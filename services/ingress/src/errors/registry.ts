/** The status and message of one error code. `<name>` in a message is replaced by a value of that name. */
interface ErrorDefinition {
  status: number;
  message: string;
}

/**
 * Every error code of this service (contract §7, and §2.4 for the body). docs/errors.md lists the same codes, which a
 * test checks. The log line contains the code and the errorId, and the answer only the errorId.
 */
export const ERRORS = {
  INVALID_REQUEST: { status: 400, message: '<problems>' },
  OAUTH_REFUSED: { status: 400, message: '<description>' },
  MALFORMED_JSON: { status: 400, message: 'The body is not valid JSON' },
  MALFORMED_ENCODING: { status: 400, message: 'The body is not valid <encoding>' },
  MALFORMED_URL: { status: 400, message: 'The URL is not valid' },
  BAD_HTTP: { status: 400, message: 'The request is not valid HTTP' },
  CHUNKS_TOO_SMALL: { status: 400, message: 'The body has chunks that are too small; send larger ones' },
  NOT_PUBLISHED: {
    status: 400,
    message: "Workflow '<id>' is not published; publish it, or run its draft with mode TEST",
  },
  COMPONENT_DISABLED: {
    status: 400,
    message: "Component '<id>' is disabled; enable it, or start at another one",
  },
  DEFINITION_INVALID: { status: 400, message: 'The definition has problems: <problems>' },
  UNAUTHORIZED: { status: 401, message: 'Unauthorized' },
  PERMISSION_DENIED: { status: 403, message: 'Permission Denied' },
  UNTRUSTED_ORIGIN: { status: 403, message: 'The request is from another site, or has no Origin' },
  INSUFFICIENT_SCOPE: { status: 403, message: "The API key does not have the scope '<scope>'" },
  BOUND_KEY: {
    status: 403,
    message: 'This API key is limited to certain workflows and cannot be used for the whole organization',
  },
  ADMIN_ONLY: { status: 403, message: 'Only admins of the organization may do this' },
  PEOPLE_ONLY: { status: 403, message: 'API keys cannot do this; sign in instead' },
  SECOND_FACTOR_REQUIRED: {
    status: 403,
    message: 'Your organization requires a second factor. Set one up to continue',
  },
  PASSWORDS_NOT_ACCEPTED: {
    status: 403,
    message: 'This service accepts no passwords; sign in at the identity provider',
  },
  NOT_AN_APPROVER: { status: 403, message: 'Only the named approvers can decide' },
  NOT_FOUND: { status: 404, message: 'Not found' },
  RESOURCE_NOT_FOUND: { status: 404, message: "<what> '<id>' not found" },
  SESSION_NOT_FOUND: { status: 404, message: "Session '<id>' not found" },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Method not allowed; allowed: <allowed>' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time' },
  CONFLICT: { status: 409, message: '<reason>' },
  WEBHOOK_NOT_PUBLISHED: { status: 409, message: 'The workflow of this webhook is not published' },
  WEBHOOK_DISABLED: { status: 409, message: 'The component of this webhook is disabled' },
  NOT_ASKED_YET: { status: 409, message: 'The session has not reached this decision yet' },
  ENTITY_GONE: { status: 410, message: "Entity '<id>' not found" },
  ANSWER_GONE: {
    status: 410,
    message: 'This request is closed: it was answered, has timed out or is no longer needed',
  },
  REVISION_STALE: { status: 412, message: 'The resource was changed since it was read; read it again' },
  BATCH_TOO_LARGE: { status: 413, message: 'A batch may have at most <limit>; the rest was not read' },
  BODY_TOO_LARGE: { status: 413, message: 'The body is larger than <limit> bytes' },
  FILE_TOO_LARGE: { status: 413, message: 'A file has at most <limit> bytes (MAX_FILE_BYTES)' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'The content type must be <expected>' },
  UNSUPPORTED_ENCODING: {
    status: 415,
    message: 'The content encoding is not supported; send gzip, deflate or the body as it is',
  },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'The Idempotency-Key was used with another body' },
  REVISION_REQUIRED: { status: 428, message: 'Send If-Match with the ETag that you read last' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests; try again later' },
  RUN_LIMIT_REACHED: {
    status: 429,
    message: 'The <owner> may start <limit> runs a minute, in bursts of up to <burst> (runsPerMinute); try again later',
  },
  STORAGE_LIMIT_REACHED: {
    status: 429,
    message:
      'The organization stores <stored> bytes of the <limit> that it may (maxStoredBytes); delete sessions, or ask ' +
      'the operator for more',
  },
  LIMIT_REACHED: {
    status: 429,
    message:
      'The <owner> already has <limit> <pluralName>, the most it may have (<variable>). Remove one, or ask the ' +
      'operator for more',
  },
  HEADERS_TOO_LARGE: { status: 431, message: 'The header section is too large' },
  INTERNAL: {
    status: 500,
    message:
      'We are sorry, something went wrong on our side. Please quote the error ID <errorId> when you contact support.',
  },
  SIGN_IN_IMPOSSIBLE: { status: 502, message: 'The sign-in cannot begin: <reason>' },
  DATABASE_BUSY: {
    status: 503,
    message: 'The database is overloaded or full. Nothing was changed; try again later',
  },
  NO_EXECUTOR: { status: 503, message: 'No executor is running. Start one and try again' },
  EXECUTOR_SILENT: { status: 503, message: 'No executor answered within <seconds> s; try again' },
  FILES_UNAVAILABLE: { status: 503, message: 'The store of files did not answer; try again' },
  NOT_READY: { status: 503, message: 'Not ready: <reason>' },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof ERRORS;
