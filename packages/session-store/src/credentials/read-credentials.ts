import type { OrganizationScope } from '../management/organization-scope.ts';
import { newestFirst, pageOf, type Page, type PageRequest } from '../management/page.ts';
import { findCredentialUses } from './credential-uses.ts';
import { credentialView, type CredentialView } from './credential-view.ts';
import { grantOf, grantsOf } from './grant-of.ts';

const WITHOUT_SECRETS = { sealed: true } as const;

/** Returns the credentials, newest first. */
export async function listCredentials(scope: OrganizationScope, page: PageRequest): Promise<Page<CredentialView>> {
  const { organizationId, prisma } = scope;
  const rows = await prisma.credential.findMany({ ...newestFirst(organizationId, page), omit: WITHOUT_SECRETS });
  const ids = rows.map(({ id }) => id);
  const uses = await findCredentialUses(scope, ids);
  const grants = await grantsOf(prisma, ids);
  return pageOf(rows, page.limit, 'id', (row) =>
    credentialView(row, uses.get(row.id) ?? [], grants.get(row.id) ?? null),
  );
}

/** Returns null if the organization has no such credential. */
export async function findCredential(scope: OrganizationScope, id: string): Promise<CredentialView | null> {
  const { organizationId, prisma } = scope;
  const row = await prisma.credential.findFirst({ where: { id, organizationId }, omit: WITHOUT_SECRETS });
  if (row === null) return null;
  const uses = await findCredentialUses(scope, [row.id]);
  return credentialView(row, uses.get(row.id) ?? [], await grantOf(prisma, row.id));
}
