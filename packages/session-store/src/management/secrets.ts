import type { Secret } from '../generated/client.ts';
import { type Actor, writeAudit } from './audit-log.ts';
import type { OrganizationScope } from './organization-scope.ts';
import { requireRoom } from './require-room.ts';
import type { Page, PageRequest } from './page.ts';
import { pageWithNames, person, readNames, type PersonView } from './person.ts';
import { sealSecret } from '../sealing/secret-sealing.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';

interface SecretView {
  name: string;
  createdAt: string;
  updatedAt: string;
  updatedBy: PersonView | null;
}

/** Creates the secret or replaces its value. The value is sealed before it reaches the database. */
export async function putSecret(
  scope: OrganizationScope,
  actor: Actor,
  name: string,
  value: string,
): Promise<{ secret: SecretView; created: boolean }> {
  const { organizationId } = scope;
  const sealed = sealSecret(scope.secretsKey, organizationId, name, value);
  return scope.change(async (database, note) => {
    const existingCount = await database.secret.count({ where: { organizationId, name } });
    if (existingCount === 0)
      await requireRoom(scope, database, 'secrets', () => database.secret.count({ where: { organizationId } }));
    const id = timeOrderedId();
    const row = await database.secret.upsert({
      where: { organizationId_name: { organizationId, name } },
      create: { id, organizationId, name, sealed, createdBy: actor.id },
      update: { sealed, createdBy: actor.id },
    });
    const created = row.id === id;
    await writeAudit(database, organizationId, actor, {
      action: created ? 'secret.create' : 'secret.replace',
      targetId: name,
    });
    note('SECRET', name);
    return { secret: view(row, new Map(actor.id === null ? [] : [[actor.id, actor.name]])), created };
  });
}

/** Returns the author and time of the secret, never its value; null if the organization has no such secret. */
export async function findSecret(scope: OrganizationScope, name: string): Promise<SecretView | null> {
  const { organizationId } = scope;
  const row = await scope.prisma.secret.findUnique({ where: { organizationId_name: { organizationId, name } } });
  return row === null ? null : view(row, await readNames(scope.prisma, organizationId, [row.createdBy]));
}

/** Returns names of the secrets with authors and times, never a value. */
export async function listSecrets(scope: OrganizationScope, page: PageRequest): Promise<Page<SecretView>> {
  const rows = await scope.prisma.secret.findMany({
    where: { organizationId: scope.organizationId, ...(page.cursor !== undefined && { name: { gt: page.cursor } }) },
    orderBy: { name: 'asc' },
    take: page.limit + 1,
  });
  return pageWithNames(scope, rows, page.limit, 'name', view);
}

/** Returns false if the organization has no such secret. */
export function deleteSecret(scope: OrganizationScope, actor: Actor, name: string): Promise<boolean> {
  const { organizationId } = scope;
  return scope.change(async (database, note) => {
    const { count } = await database.secret.deleteMany({ where: { organizationId, name } });
    if (count === 0) return false;
    await writeAudit(database, organizationId, actor, { action: 'secret.delete', targetId: name });
    note('SECRET', name);
    return true;
  });
}

function view(row: Secret, names: Map<string, string>): SecretView {
  return {
    name: row.name,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    updatedBy: person(row.createdBy, names),
  };
}
