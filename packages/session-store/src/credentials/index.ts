import type { PrismaClient } from '../generated/client.ts';
import { scopeOf } from '../management/organization-scope.ts';
import { operationsOn } from '../postgres/operations-on.ts';
import type { Sql } from '../postgres/sql.ts';
import type { OrganizationLimits } from '../rows/organization-limits.ts';
import type { SecretsKeys } from '../rows/secret-sealing.ts';
import { openCredential } from './open-credential.ts';
import { findCredential, listCredentials } from './read-credentials.ts';
import { createCredential, deleteCredential, replaceCredential, type CredentialsScope } from './write-credentials.ts';

export type { CredentialView } from './credential-view.ts';
export type { OpenedCredential } from './open-credential.ts';
export type { StoredCredential } from './write-credentials.ts';

export type Credentials = ReturnType<typeof openCredentials>;

/** What organizations sign in elsewhere with. */
export function openCredentials(sql: Sql, prisma: PrismaClient, keys: SecretsKeys, limits: OrganizationLimits) {
  return {
    /** Every statement carries the organization's id. */
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
      };
    },
    open: (organizationId: string, id: string, options: { isUse: boolean }) =>
      openCredential(sql, keys, organizationId, id, options),
  };
}
