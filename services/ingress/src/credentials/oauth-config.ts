import { readAllowedList } from '@workflow/outbound';
import type { EnvReader } from '@workflow/service-runtime';

export type OAuthConfig = ReturnType<typeof readOAuthConfig>;

/** Reads the allowed addresses of authorization servers, and their time limit. */
export function readOAuthConfig(reader: EnvReader) {
  return {
    allowed: readAllowedList(reader.list('HTTP_ALLOWED_ADDRESSES', []), (rule) =>
      reader.problem('HTTP_ALLOWED_ADDRESSES', rule),
    ),
    timeoutMs: reader.integer('OAUTH_TIMEOUT_MS', { default: 10_000, min: 100, max: 60_000 }),
  };
}
