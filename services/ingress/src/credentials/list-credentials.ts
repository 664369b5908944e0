import { defineRoute } from '../http/define-route.ts';
import { credentialsOf } from '../http/organization-of.ts';
import type { Caller } from '../http/caller.ts';
import { DEFAULT_PAGE, pageQuery, pageSchema, query } from '../http/schema-parts.ts';
import { credentialPath, listedCredentialSchema } from './credential-schemas.ts';
import { shownCredential, summaryOf } from './show-credential.ts';

export const listCredentials = defineRoute({
  method: 'GET',
  path: credentialPath,
  summary: 'List credentials, without their secrets',
  description: 'Newest first. Members who are no admins see id, name, type and status, so that they can choose one.',
  security: { kind: 'caller', scope: 'manage' },
  query: query(pageQuery),
  responses: { 200: { description: 'A page.', schema: pageSchema('CredentialPage', listedCredentialSchema) } },
  async handler(context, { query: { limit = DEFAULT_PAGE, ...page } }, caller) {
    const { items, nextCursor } = await credentialsOf(context, caller).list({ limit, ...page });
    return { status: 200, body: { items: items.map(seesAll(caller) ? shownCredential : summaryOf), nextCursor } };
  },
});

function seesAll(caller: Caller): boolean {
  return caller.kind === 'api-key' || caller.role === 'admin';
}
