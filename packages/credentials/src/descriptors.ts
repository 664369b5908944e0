import type { CredentialDescriptor } from './define-credential.ts';
import { descriptor as anthropic } from './anthropic/descriptor.ts';
import { descriptor as httpBasic } from './http-basic/descriptor.ts';
import { descriptor as httpBearer } from './http-bearer/descriptor.ts';
import { descriptor as httpHeader } from './http-header/descriptor.ts';
import { descriptor as httpQuery } from './http-query/descriptor.ts';
import { descriptor as imap } from './imap/descriptor.ts';
import { descriptor as mcp } from './mcp/descriptor.ts';
import { descriptor as mysql } from './mysql/descriptor.ts';
import { descriptor as oauth2 } from './oauth2/descriptor.ts';
import { descriptor as openai } from './openai/descriptor.ts';
import { descriptor as openaiCompatible } from './openai-compatible/descriptor.ts';
import { descriptor as postgresql } from './postgresql/descriptor.ts';
import { descriptor as s3 } from './s3/descriptor.ts';
import { descriptor as smtp } from './smtp/descriptor.ts';

export type { CredentialDescriptor, OAuthSettings, ServerToDiscover } from './define-credential.ts';

/** Every credential type, in the order in which a form offers them. Each has a folder next to this file. */
const DESCRIPTORS = {
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
} as const satisfies Record<string, CredentialDescriptor>;

export type CredentialTypeName = keyof typeof DESCRIPTORS;

export const CREDENTIAL_TYPES: readonly CredentialDescriptor[] = Object.values(DESCRIPTORS);

/** Returns the descriptor of a credential type, or undefined if there is none. */
export function findCredentialType(type: string): CredentialDescriptor | undefined {
  return Object.hasOwn(DESCRIPTORS, type) ? DESCRIPTORS[type as CredentialTypeName] : undefined;
}
