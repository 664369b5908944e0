import type { SessionTrigger } from '@workflow/workflow-model';

/** Readable names for codes of sessions and workflows, each under its code. */

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
  STAND_IN: 'Stand-in',
};

export const modeNames: Readonly<Record<string, string>> = { PROD: 'Production', TEST: 'Test' };

export const triggerNames: Readonly<Record<SessionTrigger, string>> = {
  API: 'API',
  WEBHOOK: 'Webhook',
  CONSOLE: 'Console',
  WORKFLOW: 'Another workflow',
  MCP: 'MCP client',
  SCHEDULE: 'Schedule',
  FEED: 'Feed',
  MAIL: 'Mail',
  FORM: 'Form',
  ERROR: 'Failure',
};
