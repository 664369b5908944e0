import { v7 as uuidv7 } from 'uuid';
import type { AuditEntry as AuditEntryRow, PrismaClient } from '../generated/client.ts';
import { ADVISORY_LOCKS } from '../postgres/advisory-locks.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { targetTypeOf, type Actor, type AuditEntry } from '../organization/audit-entry.ts';
import type { OrganizationScope } from './organization-scope.ts';
import { type Page, type PageRequest, pageOf } from './page.ts';
import type { PrismaDb } from '../postgres/prisma-db.ts';

export type { Actor, AuditEntry };

interface AuditEntryView {
  id: string;
  at: string;
  actor: Actor;
  /** Has the form `<subject>.<verb>`. */
  action: string;
  target: { type: string; id: string | null };
  detail: Record<string, unknown> | null;
}

/** Autosaves of one author within this time are one entry. */
const COALESCE_MS = 10 * 60_000;

export async function writeAudit(
  database: PrismaDb,
  organizationId: string,
  actor: Actor,
  entry: AuditEntry,
): Promise<void> {
  await database.auditEntry.create({
    data: {
      id: timeOrderedId(),
      organizationId,
      actorType: actor.type,
      actorId: actor.id,
      actorName: actor.name,
      action: entry.action,
      targetType: targetTypeOf(entry),
      targetId: entry.targetId,
      ...(entry.detail && { detail: entry.detail }),
    },
  });
}

/** Writes an entry like `writeAudit`, but only once in ten minutes for the same actor, action and target. */
export async function writeAuditOnceInAWhile(
  database: PrismaDb,
  organizationId: string,
  actor: Actor,
  entry: AuditEntry,
): Promise<void> {
  const recentEntry = await database.auditEntry.findFirst({
    where: {
      organizationId,
      id: { gte: uuidv7({ msecs: Date.now() - COALESCE_MS, random: new Uint8Array(16), seq: 0 }) },
      action: entry.action,
      targetId: entry.targetId,
      actorType: actor.type,
      actorId: actor.id,
    },
    select: { id: true },
  });
  if (recentEntry === null) await writeAudit(database, organizationId, actor, entry);
}

/** Returns entries of the audit log, newest first. */
export async function listAudit(
  scope: OrganizationScope,
  page: PageRequest & { action?: string },
): Promise<Page<AuditEntryView>> {
  const rows = await scope.prisma.auditEntry.findMany({
    where: {
      organizationId: scope.organizationId,
      ...(page.cursor !== undefined && { id: { lt: page.cursor } }),
      ...(page.action !== undefined && { action: page.action }),
    },
    orderBy: { id: 'desc' },
    take: page.limit + 1,
  });
  return pageOf(rows, page.limit, 'id', viewAudit);
}

function viewAudit(row: AuditEntryRow): AuditEntryView {
  return {
    id: row.id,
    at: row.createdAt.toISOString(),
    actor: { type: row.actorType as Actor['type'], id: row.actorId, name: row.actorName },
    action: row.action,
    target: { type: row.targetType, id: row.targetId },
    detail: row.detail as Record<string, unknown> | null,
  };
}

/** An entry with its number in the stream of all organizations. */
export interface AuditStreamEntry extends AuditEntryView {
  /** Assigned after the commit, and greater than every number that was read before. Numbers may be skipped. */
  sequence: number;
  organizationId: string;
}

export interface AuditStreamRequest {
  /** `sequence` of the last entry that the reader has; 0 starts with the oldest entry. */
  after: number;
  limit: number;
  /** Without it, entries of all organizations are returned. */
  organizationId?: string;
}

/**
 * Returns the next entries, oldest first. A read numbers the entries that were committed since the last read, one
 * reader at a time. A transaction that commits late gets a number after those that were already read, so a reader that
 * continues from the last number misses nothing.
 */
export function readAuditStream(prisma: PrismaClient, request: AuditStreamRequest): Promise<AuditStreamEntry[]> {
  const { after, limit, organizationId } = request;
  return prisma.$transaction(async (database) => {
    await database.$executeRaw`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.numberAuditLog})`;
    await database.$executeRaw`
      UPDATE audit_log a SET sequence = n.sequence
      FROM (SELECT id, nextval('audit_log_sequence') AS sequence
              FROM (SELECT id FROM audit_log WHERE sequence IS NULL ORDER BY id LIMIT ${limit}) oldest) n
      WHERE a.id = n.id`;
    const rows = await database.auditEntry.findMany({
      where: { sequence: { gt: after }, ...(organizationId !== undefined && { organizationId }) },
      orderBy: { sequence: 'asc' },
      take: limit,
    });
    return rows.map((row) => ({
      sequence: Number(row.sequence),
      organizationId: row.organizationId,
      ...viewAudit(row),
    }));
  });
}
