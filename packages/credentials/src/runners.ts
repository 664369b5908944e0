import type { CredentialRunner } from './define-runner.ts';
import type { CredentialTypeName } from './descriptors.ts';
import { runner as anthropic } from './anthropic/run.ts';
import { runner as httpBasic } from './http-basic/run.ts';
import { runner as httpBearer } from './http-bearer/run.ts';
import { runner as httpHeader } from './http-header/run.ts';
import { runner as httpQuery } from './http-query/run.ts';
import { runner as imap } from './imap/run.ts';
import { runner as mcp } from './mcp/run.ts';
import { runner as mysql } from './mysql/run.ts';
import { runner as oauth2 } from './oauth2/run.ts';
import { runner as openai } from './openai/run.ts';
import { runner as openaiCompatible } from './openai-compatible/run.ts';
import { runner as postgresql } from './postgresql/run.ts';
import { runner as s3 } from './s3/run.ts';
import { runner as smtp } from './smtp/run.ts';

export { ConnectionPools } from './connection-pools.ts';
export type { PoolLimits } from './connection-pools.ts';
export { NO_ACCESS } from './define-runner.ts';
export type { CredentialReach, CredentialRunner, Reach, TestOutcome, TokenAccess } from './define-runner.ts';

const RUNNERS: Record<CredentialTypeName, CredentialRunner> = {
  smtp,
  imap,
  postgresql,
  mysql,
  'http-basic': httpBasic,
  'http-bearer': httpBearer,
  'http-header': httpHeader,
  'http-query': httpQuery,
  oauth2,
  mcp,
  s3,
  openai,
  'openai-compatible': openaiCompatible,
  anthropic,
};

/** Returns the code of a credential type, or undefined if there is none. */
export function findCredentialRunner(type: string): CredentialRunner | undefined {
  return Object.hasOwn(RUNNERS, type) ? RUNNERS[type as CredentialTypeName] : undefined;
}
