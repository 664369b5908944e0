export { readAllowedAddresses } from './address-policy.ts';
export type { AllowedAddresses } from './address-policy.ts';
export { createGuardedConnector } from './guarded-connector.ts';
export type { GuardedConnector } from './guarded-connector.ts';
export type { HttpAnswer, HttpCall } from './http-call.ts';
export { createHttpClient } from './http-client.ts';
export type { HttpClient } from './http-client.ts';
export { readHttpUrl } from './http-url.ts';
export { MAX_RETRY_AFTER_MS, readRetryAfterMs } from './retry-after.ts';
