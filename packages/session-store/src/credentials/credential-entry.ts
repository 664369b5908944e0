import type { AuditEntry } from '../management/audit-log.ts';

/** What was done to a credential, as the audit log has it. */
export function credentialEntry(
  verb: string,
  { id, name, type }: { id: string; name: string; type: string },
): AuditEntry {
  return { action: `credential.${verb}`, targetType: 'credential', targetId: id, detail: { name, type } };
}
