import type { AuditEntry } from '../management/audit-log.ts';

/** Returns the audit entry of a change of a credential. */
export function credentialEntry(
  verb: string,
  { id, name, type }: { id: string; name: string; type: string },
): AuditEntry {
  return { action: `credential.${verb}`, targetId: id, detail: { name, type } };
}
