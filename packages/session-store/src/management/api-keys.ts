import type { ApiKey, PrismaClient } from '../generated/client.ts';
import { type Actor, writeAudit } from './audit-log.ts';
import { mintCallerKey } from './caller-key-format.ts';
import type { OrganizationScope } from './organization-scope.ts';
import { requireRoom } from './require-room.ts';
import { newestFirst, type Page, type PageRequest } from './page.ts';
import { pageWithNames, person, type PersonView } from './person.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';

interface NewApiKey {
  name: string;
  scopes: string[];
  expiresAt: Date | null;
  /** The runs that the key may start a minute, and in one burst. If left out, it has no separate limit. */
  rateLimit?: { perMinute: number; burst?: number };
  /** The workflows that it is restricted to, in lowercase. If left out, it is not restricted. */
  workflowIds?: string[];
  /** True if a device sign-in created it, so that its holder may revoke it. */
  byDevice?: boolean;
}

interface ApiKeyView {
  id: string;
  name: string;
  prefix: string;
  scopes: string[];
  createdAt: string;
  createdBy: PersonView | null;
  expiresAt: string | null;
  workflowIds: string[] | null;
  rateLimit: { perMinute: number; burst: number } | null;
  lastUsedAt: string | null;
}

/** Creates a key. `value` is the key itself, which is not stored. */
export async function createApiKey(
  scope: OrganizationScope,
  actor: Actor,
  key: NewApiKey,
): Promise<{ key: ApiKeyView; value: string }> {
  const { value, prefix, hash } = mintCallerKey('api-key');
  const row = await scope.change(async (database, note) => {
    const { organizationId } = scope;
    await requireRoom(scope, database, 'apiKeys', () => database.apiKey.count({ where: { organizationId } }));
    const row = await database.apiKey.create({
      data: {
        id: timeOrderedId(),
        organizationId: scope.organizationId,
        name: key.name,
        prefix,
        keyHash: hash,
        scopes: key.scopes,
        expiresAt: key.expiresAt,
        workflowIds: key.workflowIds ?? [],
        byDevice: key.byDevice ?? false,
        runsPerMinute: key.rateLimit?.perMinute ?? null,
        runBurst: key.rateLimit?.burst ?? null,
        createdBy: actor.id,
      },
    });
    await writeAudit(database, scope.organizationId, actor, {
      action: 'api-key.create',
      targetId: row.id,
      detail: {
        name: key.name,
        prefix,
        scopes: key.scopes,
        ...(key.workflowIds !== undefined && { workflows: key.workflowIds.length }),
        ...(key.rateLimit && { runsPerMinute: key.rateLimit.perMinute }),
      },
    });
    note('API_KEY', Buffer.from(hash).toString('hex'));
    return row;
  });
  return { key: view(row, new Map(actor.id === null ? [] : [[actor.id, actor.name]])), value };
}

export async function listApiKeys(scope: OrganizationScope, page: PageRequest): Promise<Page<ApiKeyView>> {
  const rows = await scope.prisma.apiKey.findMany(newestFirst(scope.organizationId, page));
  return pageWithNames(scope, rows, page.limit, 'id', view);
}

/** Returns the key with this hash, in any organization, or null if there is none. */
export function findKey(
  prisma: PrismaClient,
  keyHash: Uint8Array<ArrayBuffer>,
): Promise<Pick<ApiKey, 'id' | 'organizationId' | 'name' | 'byDevice'> | null> {
  return prisma.apiKey.findUnique({
    where: { keyHash },
    select: { id: true, organizationId: true, name: true, byDevice: true },
  });
}

/** Returns false if the organization has no such key. */
export function deleteApiKey(scope: OrganizationScope, actor: Actor, keyId: string): Promise<boolean> {
  return scope.change(async (database, note) => {
    const [deleted] = await database.apiKey.findMany({ where: { id: keyId, organizationId: scope.organizationId } });
    if (deleted === undefined) return false;
    const { count } = await database.apiKey.deleteMany({ where: { id: keyId, organizationId: scope.organizationId } });
    if (count === 0) return false;
    await writeAudit(database, scope.organizationId, actor, {
      action: 'api-key.delete',
      targetId: keyId,
      detail: { name: deleted.name, prefix: deleted.prefix },
    });
    note('API_KEY', Buffer.from(deleted.keyHash).toString('hex'));
    return true;
  });
}

function view(row: ApiKey, names: Map<string, string>): ApiKeyView {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    createdAt: row.createdAt.toISOString(),
    createdBy: person(row.createdBy, names),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    workflowIds: row.workflowIds.length === 0 ? null : row.workflowIds,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    rateLimit:
      row.runsPerMinute === null ? null : { perMinute: row.runsPerMinute, burst: row.runBurst ?? row.runsPerMinute },
  };
}
