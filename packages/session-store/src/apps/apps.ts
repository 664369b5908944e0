import type { AppEffect } from '@workflow/apps';
import type { App } from '../generated/client.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { writeAudit, type Actor, type AuditEntry } from '../management/audit-log.ts';
import type { OrganizationScope } from '../management/organization-scope.ts';
import { newestFirst, pageOf, type Page, type PageRequest } from '../management/page.ts';
import { findPublishedUses, findUses } from '../management/references.ts';
import { requireRoom } from '../management/require-room.ts';
import { readNow } from '../postgres/read-clock.ts';
import type { PrismaDb } from '../postgres/prisma-db.ts';
import { unlessNameIsTaken } from '../postgres/unique-violation.ts';
import { appView, type AppView } from './app-view.ts';

/** A new app. Its OpenAPI document is uploaded, or read from its URL. */
interface NewApp {
  name: string;
  kind: 'openapi' | 'mcp';
  url: string | null;
  document: string | null;
  baseUrl: string | null;
  credential: string | null;
}

export type SaveAppOutcome =
  | { kind: 'saved'; app: AppView }
  | { kind: 'name-taken' }
  | { kind: 'credential-unknown' }
  | { kind: 'operations-unknown'; keys: string[] }
  | { kind: 'already-read' }
  | { kind: 'not-found' };

/** Stores an app, which an executor then reads. @throws LimitReachedError */
export function createApp(scope: OrganizationScope, actor: Actor, newApp: NewApp): Promise<SaveAppOutcome> {
  const { organizationId } = scope;
  return unlessNameIsTaken(() =>
    scope.change<SaveAppOutcome>(async (database) => {
      if (!(await lockCredential(database, organizationId, newApp.credential))) return { kind: 'credential-unknown' };
      await requireRoom(scope, database, 'apps', () => database.app.count({ where: { organizationId } }));
      const { name, url, baseUrl, document } = newApp;
      const row = await database.app.create({
        data: {
          id: timeOrderedId(),
          organizationId,
          name,
          kind: newApp.kind === 'mcp' ? 'MCP' : 'OPENAPI',
          url,
          baseUrl,
          credentialId: newApp.credential,
          readAt: await readNow(database),
          createdBy: actor.id,
          ...(document !== null && { document: { create: { content: document } } }),
        },
      });
      await writeAudit(database, organizationId, actor, entry('create', row));
      return { kind: 'saved', app: appView(row, null, []) };
    }),
  );
}

/** Returns the apps, newest first. */
export async function listApps(scope: OrganizationScope, page: PageRequest): Promise<Page<AppView>> {
  const { organizationId, prisma } = scope;
  const rows = await prisma.app.findMany(newestFirst(organizationId, page));
  const views = new Map((await viewsOf(scope, prisma, rows)).map((view) => [view.id, view]));
  return pageOf(rows, page.limit, 'id', ({ id }) => views.get(id)!);
}

/** Returns null if the organization has no such app. */
export async function findApp(scope: OrganizationScope, id: string): Promise<AppView | null> {
  const row = await scope.prisma.app.findFirst({ where: { id, organizationId: scope.organizationId } });
  return row === null ? null : ((await viewsOf(scope, scope.prisma, [row]))[0] ?? null);
}

/** The changes that an admin makes. Fields that are left out stay unchanged. */
interface AppChange {
  name?: string;
  credential?: string | null;
  effects?: Record<string, AppEffect>;
  /**
   * Another URL, accepted only while the source was never read, because workflows may rely on the operations of a
   * version.
   */
  url?: string;
}

export function changeApp(
  scope: OrganizationScope,
  actor: Actor,
  id: string,
  { name, credential, effects, url }: AppChange,
): Promise<SaveAppOutcome> {
  const { organizationId } = scope;
  return unlessNameIsTaken(() =>
    scope.change<SaveAppOutcome>(async (database) => {
      if (!(await lockCredential(database, organizationId, credential ?? null))) return { kind: 'credential-unknown' };
      if ((await database.app.count({ where: { id, organizationId } })) === 0) return { kind: 'not-found' };
      const unknown = await unknownOperations(database, id, Object.keys(effects ?? {}));
      if (unknown.length > 0) return { kind: 'operations-unknown', keys: unknown };
      const { count } = await database.app.updateMany({
        // An executor may read the first version at the same time.
        where: { id, organizationId, ...(url !== undefined && { version: null, NOT: { url: null } }) },
        data: {
          ...(name !== undefined && { name }),
          ...(credential !== undefined && { credentialId: credential }),
          ...(effects !== undefined && { effects }),
          // A reading of the former URL ends without a result.
          ...(url !== undefined && { url, readAt: await readNow(database), message: null, fence: { increment: 1 } }),
        },
      });
      const row = await database.app.findFirst({ where: { id, organizationId } });
      // Another request may have deleted it.
      if (row === null) return { kind: 'not-found' };
      // Only another URL has a condition. A change without fields may count no rows.
      if (count === 0 && url !== undefined) return { kind: 'already-read' };
      await writeAudit(database, organizationId, actor, entry('replace', row));
      const [app] = await viewsOf(scope, database, [row]);
      return { kind: 'saved', app: app as AppView };
    }),
  );
}

/** Makes an executor read the source again. Returns null if the organization has no such app. */
export function refreshApp(scope: OrganizationScope, actor: Actor, id: string): Promise<AppView | null> {
  const { organizationId } = scope;
  return scope.change(async (database) => {
    await database.app.updateMany({
      where: { id, organizationId, readAt: null },
      data: { readAt: await readNow(database) },
    });
    const row = await database.app.findFirst({ where: { id, organizationId } });
    if (row === null) return null;
    await writeAudit(database, organizationId, actor, entry('refresh', row));
    return (await viewsOf(scope, database, [row]))[0] ?? null;
  });
}

/** Makes executors read the apps that were never read and use this credential, because somebody signed in to it. */
export async function readAppsWith({ prisma, organizationId }: OrganizationScope, credentialId: string): Promise<void> {
  await prisma.app.updateMany({
    where: { organizationId, credentialId, version: null, readAt: null },
    data: { readAt: await readNow(prisma) },
  });
}

type DeleteAppOutcome = { kind: 'deleted' } | { kind: 'not-found' } | { kind: 'in-use'; workflows: string[] };

/** @param force also deletes it if published versions use it, whose steps then fail */
export function deleteApp(
  scope: OrganizationScope,
  actor: Actor,
  id: string,
  force: boolean,
): Promise<DeleteAppOutcome> {
  const { organizationId } = scope;
  return scope.change<DeleteAppOutcome>(async (database) => {
    // Publishing locks the references of the version. From here on this transaction sees the use, or the publisher
    // checks again.
    await database.$queryRaw`SELECT id FROM apps
      WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid FOR UPDATE`;
    const row = await database.app.findFirst({ where: { id, organizationId } });
    if (row === null) return { kind: 'not-found' };
    const workflows = await findPublishedUses(database, organizationId, 'app', id.toLowerCase());
    if (workflows.length > 0 && !force) return { kind: 'in-use', workflows };
    await database.app.delete({ where: { id, organizationId } });
    await writeAudit(database, organizationId, actor, entry('delete', row));
    return { kind: 'deleted' };
  });
}

async function viewsOf(
  { organizationId }: OrganizationScope,
  database: PrismaDb,
  rows: readonly App[],
): Promise<AppView[]> {
  const ids = rows.map(({ id }) => id);
  const versions = await database.appVersion.findMany({
    where: { OR: rows.map(({ id, version }) => ({ appId: id, number: version ?? 0 })) },
    select: { appId: true, baseUrl: true },
  });
  const baseUrls = new Map(versions.map(({ appId, baseUrl }) => [appId, baseUrl]));
  const uses = await findUses({ prisma: database, organizationId }, 'app', ids);
  return rows.map((row) => appView(row, baseUrls.get(row.id) ?? null, uses.get(row.id) ?? []));
}

/**
 * Locks a credential. Returns false if it does not exist. A later deletion of it waits for this transaction, and then
 * finds the app.
 */
async function lockCredential(database: PrismaDb, organizationId: string, id: string | null): Promise<boolean> {
  if (id === null) return true;
  const credentials = await database.$queryRaw<unknown[]>`SELECT 1 FROM credentials
    WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid FOR KEY SHARE`;
  return credentials.length > 0;
}

/**
 * Returns the keys that no version of the app has. All versions count, because a published workflow may use an earlier
 * one.
 */
async function unknownOperations(database: PrismaDb, appId: string, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const where = { appId, key: { in: [...keys] } };
  const operations = await database.appOperation.findMany({ where, distinct: ['key'], select: { key: true } });
  const existingKeys = new Set(operations.map(({ key }) => key));
  return keys.filter((key) => !existingKeys.has(key));
}

function entry(verb: string, { id, name }: App): AuditEntry {
  return { action: `app.${verb}`, targetId: id, detail: { name } };
}
