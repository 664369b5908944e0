import type { PrismaClient } from '../generated/client.ts';
import { scopeOf } from '../management/organization-scope.ts';
import { findDeletedCredentials } from '../management/references.ts';
import { operationsOn } from '../postgres/operations-on.ts';
import type { Sql } from '../postgres/sql.ts';
import type { OrganizationLimits } from '../organization/organization-limits.ts';
import type { SecretsKeys } from '../sealing/secret-sealing.ts';
import { openCredential } from './open-credential.ts';
import { beginCredentialSignIn, findCredentialSignIn, takeCredentialSignIn } from './sign-ins.ts';
import { endGrant, leaseGrant, noteGrantFailure, releaseGrant, writeSignedIn, writeTokens } from './write-grants.ts';
import { findCredential, listCredentials } from './read-credentials.ts';
import { createCredential, deleteCredential, replaceCredential, type CredentialsScope } from './write-credentials.ts';

export type Credentials = ReturnType<typeof openCredentials>;

/** Opens the credentials of organizations. */
export function openCredentials(sql: Sql, prisma: PrismaClient, keys: SecretsKeys, limits: OrganizationLimits) {
  const onSql = operationsOn(sql);
  const onSealed = operationsOn({ sql, keys });
  return {
    /** Every statement contains the organization's id. */
    organization: (organizationId: string) => {
      const { secretsKey } = keys;
      const scope = scopeOf(prisma, { secretsKey, limits }, organizationId, () => undefined);
      const on = operationsOn<CredentialsScope>({ ...scope, keys });
      return {
        create: on(createCredential),
        list: on(listCredentials),
        find: on(findCredential),
        replace: on(replaceCredential),
        delete: on(deleteCredential),
        beginSignIn: on(beginCredentialSignIn),
      };
    },
    open: onSealed(openCredential),
    /** Returns the name of a deleted credential, as long as a published version refers to it. */
    nameDeleted: async (organizationId: string, id: string): Promise<string | null> =>
      (await findDeletedCredentials({ prisma, organizationId }, [id])).get(id) ?? null,
    findSignIn: (state: string) => findCredentialSignIn(prisma, keys, state),
    takeSignIn: (signIn: { id: string }) => takeCredentialSignIn(prisma, signIn),
    /** The tokens that authorization servers issued. */
    grants: {
      lease: onSql(leaseGrant),
      write: onSealed(writeTokens),
      writeSignedIn: onSealed(writeSignedIn),
      noteFailure: onSql(noteGrantFailure),
      release: onSql(releaseGrant),
      end: onSql(endGrant),
    },
  };
}
