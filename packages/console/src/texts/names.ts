import type { Refusals } from '../api/types.ts';

/** Readable names for the API's codes, each under its code. */

export const statusNames: Readonly<Record<string, string>> = {
  QUEUED: 'Queued',
  RUNNING: 'Running',
  WAITING: 'Waiting',
  SUCCEEDED: 'Succeeded',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
  DRAFT: 'Draft',
  PUBLISHED: 'Published',
  CHANGED: 'Unpublished changes',
  PAUSED: 'Paused',
};

export const modeNames: Readonly<Record<string, string>> = { PROD: 'Production', TEST: 'Test' };

export const triggerNames: Readonly<Record<string, string>> = {
  API: 'API',
  WEBHOOK: 'Webhook',
  CONSOLE: 'Console',
  WORKFLOW: 'Another workflow',
};

/** Why deliveries were refused. */
export const refusalNames: Readonly<Record<Refusals['recent'][number]['reason'], string>> = {
  token: 'Token missing or wrong',
  signature: 'Signature wrong',
  'not-published': 'Workflow not published',
  method: 'HTTP method not allowed',
  'too-large': 'Body too large',
  'rate-limit': 'Above the rate limit of the webhook',
  quota: 'Above a limit of the organization',
  unreadable: 'Not readable',
  unavailable: 'Service failed or overloaded',
};

export const roleNames: Readonly<Record<string, string>> = { admin: 'Admin', member: 'Member' };

export const scopeNames: Readonly<Record<string, string>> = { run: 'Run', read: 'Read', manage: 'Manage' };

/** Types of placeholders and fields. */
export const typeNames: Readonly<Record<string, string>> = {
  TEXT: 'Text',
  NUMBER: 'Number',
  BOOLEAN: 'True or false',
  DATE_TIME: 'Date and time',
  LIST: 'List',
  OBJECT: 'Object',
  JSON: 'JSON',
};

/** Actions of the audit log. */
export const actionNames: Readonly<Record<string, string>> = {
  'api-key.create': 'API key created',
  'api-key.delete': 'API key deleted',
  'event-hook.create': 'Event hook created',
  'event-hook.delete': 'Event hook deleted',
  'event-hook.rotate': 'Event hook secret rotated',
  'invitation.cancel': 'Invitation withdrawn',
  'invitation.create': 'Invitation created',
  'invitation.reject': 'Invitation declined',
  'member.join': 'Member joined',
  'member.leave': 'Member left',
  'member.password-reset': 'Reset link created',
  'member.password-set': 'Password set by a reset link',
  'member.remove': 'Member removed',
  'member.update': 'Role changed',
  'organization.create': 'Organization created',
  'organization.pause': 'Organization paused',
  'organization.resume': 'Organization resumed',
  'organization.security': 'Security changed',
  'organization.set-quotas': 'Quotas changed',
  'organization.update': 'Organization changed',
  'secret.create': 'Secret created',
  'secret.delete': 'Secret deleted',
  'secret.replace': 'Secret replaced',
  'secret.reseal': 'Secrets encrypted with the new key',
  'session.delete': 'Session deleted',
  'session.requeue': 'Session enqueued again',
  'throttle.create': 'Throttle created',
  'throttle.delete': 'Throttle deleted',
  'throttle.replace': 'Throttle changed',
  'webhook-token.create': 'Webhook token created',
  'webhook-token.delete': 'Webhook token deleted',
  'workflow.create': 'Workflow created',
  'workflow.delete': 'Workflow deleted',
  'workflow.pause': 'Workflow paused',
  'workflow.publish': 'Workflow published',
  'workflow.restore': 'Version restored as draft',
  'workflow.resume': 'Workflow resumed',
  'workflow.set-retention': 'Retention changed',
  'workflow.unpublish': 'Workflow unpublished',
  'workflow.set-labels': 'Folder or tags changed',
  'workflow.update': 'Workflow changed',
};

/** The name of a code; the code itself where it has none. */
export function nameOf(names: Readonly<Record<string, string>>, code: string): string {
  return names[code] ?? code;
}

/** The name with the code beside it, where they are not the same word: `Date and time (DATE_TIME)`. */
export function nameWithCode(names: Readonly<Record<string, string>>, code: string): string {
  const name = nameOf(names, code);
  return name.toLowerCase() === code.toLowerCase() ? name : `${name} (${code})`;
}
