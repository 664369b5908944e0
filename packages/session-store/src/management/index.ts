import type { PrismaClient } from '../generated/client.ts';
import type { Change } from '../organization/record-change.ts';
import { keepAnAdmin } from './last-admin.ts';
import { manageOrganization } from './organization-management.ts';
import { scopeOf, type ScopeOptions } from './organization-scope.ts';
import { openPeople } from './people.ts';

export { OIDC_PROVIDER, type AdmitOutcome } from './admit-person.ts';
export type { Actor, AuditEntry, AuditStreamEntry } from './audit-log.ts';
export { callerKeyKind, hashCallerKey, mintCallerKey } from './caller-key-format.ts';
export { EVENT_TYPES } from './event-hooks.ts';
export type { ToolView } from './mcp-tools.ts';
export type { WorkflowListItem } from './list-workflows.ts';
export type { OrganizationManagement } from './organization-management.ts';
export type { AcceptedDeviceSignIn, DeviceAnswer } from './device-sign-ins.ts';
export type { KnownOAuthClient, OAuthGrant } from './oauth.ts';
export type { People } from './people.ts';
export type { PublishRequest } from './publish-workflow.ts';
export type { WorkflowDraft } from './read-workflow.ts';
export type { DraftContent } from './write-workflow.ts';

export type Management = ReturnType<typeof openManagement>;

/** Opens the operations of the console and of keys with the scope `manage`, and people's accounts. */
export function openManagement(prisma: PrismaClient, options: ScopeOptions) {
  const listeners: ((change: Change) => void)[] = [];
  const onChange = (change: Change): void => {
    for (const listener of listeners) listener(change);
  };
  return {
    people: openPeople(prisma, options.limits),
    /** Returns the database client for the accounts library. It refuses to remove the last admin of an organization. */
    databaseOfAccounts: (refusal: () => Error) => keepAnAdmin(prisma, refusal),
    organization: (organizationId: string) => manageOrganization(scopeOf(prisma, options, organizationId, onChange)),
    /** Calls the listener after each committed change of this process, before the operation resolves. */
    onChange: (listener: (change: Change) => void) => void listeners.push(listener),
  };
}
