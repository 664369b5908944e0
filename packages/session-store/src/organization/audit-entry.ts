import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Query } from '../postgres/sql.ts';

/** The author of a change in the audit log. */
export interface Actor {
  type: 'user' | 'api-key' | 'system';
  id: string | null;
  /** E-mail address or key name. */
  name: string;
}

export interface AuditEntry {
  /** `<what>.<verb>`: `api-key.create`, `workflow.publish`. */
  action: string;
  /** If left out, it is the part of the action before the dot. */
  targetType?: string;
  targetId: string | null;
  detail?: Record<string, string | number | boolean | null | string[]>;
}

export function targetTypeOf({ action, targetType }: AuditEntry): string {
  return targetType ?? action.slice(0, action.indexOf('.'));
}

/** A change's entry in the audit log, which is written with the change. */
export interface Audit {
  actor: Actor;
  entry: AuditEntry;
}

/** The parameters of `writeAuditIf`. */
export interface AuditParameters {
  entryId: string | null;
  entryOrganizationId: string | null;
  actorType: string | null;
  actorId: string | null;
  actorName: string | null;
  action: string | null;
  targetType: string | null;
  targetId: string | null;
  detail: string | null;
}

/** Returns SQL that writes an audit entry if `source` has a row, and no entry if the parameters are those of null. */
export function writeAuditIf(source: string): string {
  return `INSERT INTO audit_log
      (id, organization_id, actor_type, actor_id, actor_name, action, target_type, target_id, detail)
    SELECT $entryId::uuid, $entryOrganizationId::uuid, $actorType::text, $actorId::uuid, $actorName::text,
      $action::text, $targetType::text, $targetId::text, $detail::jsonb
    FROM ${source} WHERE $entryId::uuid IS NOT NULL LIMIT 1`;
}

export function auditParameters(organizationId: string | null, audit: Audit | null): AuditParameters {
  const { actor, entry } = audit ?? {};
  return {
    entryId: audit === null ? null : timeOrderedId(),
    entryOrganizationId: organizationId,
    actorType: actor?.type ?? null,
    actorId: actor?.id ?? null,
    actorName: actor?.name ?? null,
    action: entry?.action ?? null,
    targetType: entry === undefined ? null : targetTypeOf(entry),
    targetId: entry?.targetId ?? null,
    detail: entry?.detail === undefined ? null : JSON.stringify(entry.detail),
  };
}

const WRITE = statement<AuditParameters>()('write_audit_entry', writeAuditIf('(SELECT) here'), {});

/** Writes an audit entry in a transaction without Prisma's client. */
export async function recordAudit(query: Query, organizationId: string, audit: Audit): Promise<void> {
  await query(...WRITE.with(auditParameters(organizationId, audit)));
}
