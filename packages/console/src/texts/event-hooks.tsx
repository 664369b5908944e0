import type { ReactNode } from 'react';

export const texts = {
  eventHooks: 'Event hooks',
  aboutEventHooks: 'Tells your systems when production sessions end. Requests are signed as Standard Webhooks.',
  newEventHook: 'New event hook',
  noEventHooksYet: 'No event hooks yet',
  createAHookToHear: 'Create one to be told when sessions fail, succeed or are cancelled.',
  address: 'Address',
  addressExample: 'https://example.com/events',
  events: 'Events',
  allWorkflows: 'All workflows',
  workflows: 'Workflows',
  leaveEmptyForAll: 'Leave empty for all workflows.',
  numberOfWorkflows: (count: number) => (count === 1 ? '1 workflow' : `${count} workflows`),
  createHook: 'Create hook',
  secret: 'Signing secret',
  test: 'Send test',
  rotate: 'Rotate secret',
  rotateTheSecret: 'Rotate the secret?',
  bothSecretsSignForADay: (url: ReactNode) => (
    <>Events to {url} are signed with both secrets for 24 hours. After that the old one no longer signs.</>
  ),
  deleteTheHook: 'Delete the event hook?',
  deleteHook: 'Delete hook',
  nothingMoreIsSentTo: (url: ReactNode) => <>Nothing more is sent to {url}, and its deliveries are deleted.</>,
  deliveries: 'Deliveries',
  deliveriesTo: (url: string) => `Deliveries to ${url}`,
  noDeliveriesYet: 'No deliveries yet',
  deliver: 'Deliver again',
  session: 'Session',
  numberOfTries: (count: number, outcome: string | undefined) =>
    `${count === 1 ? '1 try' : `${count} tries`}${outcome === undefined ? '' : `: ${outcome}`}`,
  nextTryAt: (time: string) => `Next try: ${time}`,
  actions: 'Actions',
  switchedOff: 'Switched off by an answer of 410; rotating the secret switches it on',
  testIsUnderWay: 'The test is on its way',
  deliveryIsUnderWay: 'The delivery is on its way',
  rotateFor: (url: string) => `Rotate the secret of ${url}`,
  testFor: (url: string) => `Send a test to ${url}`,
  deliveriesFor: (url: string) => `Show deliveries to ${url}`,
  deleteFor: (url: string) => `Delete the hook to ${url}`,
  deliveredInMs: (httpStatus: number, ms: number) => `${httpStatus} in ${ms} ms`,
};

export const eventNames: Record<string, string> = {
  'session.succeeded': 'Session succeeded',
  'session.failed': 'Session failed',
  'session.cancelled': 'Session cancelled',
  'workflow.failing': 'Workflow failing (10 failures in a row)',
  test: 'Test',
};

export const deliveryStatusNames: Record<string, string> = {
  PENDING: 'Pending',
  DELIVERED: 'Delivered',
  FAILED: 'Failed',
};
