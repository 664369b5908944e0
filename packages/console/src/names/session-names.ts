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
