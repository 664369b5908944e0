import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { openApprovalLab } from './approval-lab.ts';
import { openContractSystem, type SharedContractSystem } from './contract-system.ts';
import { HOOKS, openEvents, type Events } from './event-system.ts';
import { verifies } from './event-receiver.ts';
import { startThirdPartyServer } from './third-party-server.ts';

let system: SharedContractSystem;
let events: Events;
let thirdParty: Awaited<ReturnType<typeof startThirdPartyServer>>;
let lab: ReturnType<typeof openApprovalLab>;

beforeAll(async () => {
  thirdParty = await startThirdPartyServer();
  system = await openContractSystem();
  events = await openEvents(system);
  lab = openApprovalLab(system, thirdParty, 'events');
});
afterAll(() => {
  events?.stop();
  thirdParty?.stop();
});

const of = (sessionId: string) => events.receiver.received.filter(({ data }) => data['sessionId'] === sessionId);

test('approval.waiting is sent once when the waiting begins, as the list shows it, and as a reminder', async () => {
  const hook = await events.makeHook({ events: ['approval.waiting'] });
  const { id, address } = await lab.waiting('once');
  const [event] = await waitFor(async () => (of(id).length > 0 ? of(id) : null));
  const [listed] = await lab.approvals(`?sessionId=${id}`);
  expect(event).toMatchObject({ type: 'approval.waiting', data: listed });
  expect(new URL(String(event!.data['url'])).pathname).toBe(address);
  expect(verifies(event!, hook.secret)).toBe(true);

  const reminded = await lab.waiting('reminded', { remindAfterSeconds: 1 });
  await waitFor(async () => of(reminded.id).length >= 3);
  await lab.decide(reminded.address, { choice: 'approve' });
  await system.api.untilEnded(reminded.id);
  const until = of(reminded.id).length;
  const test = await lab.begin([lab.start, lab.sender('test'), lab.approval()], undefined, 'TEST');
  await lab.waits(test);
  const next = await lab.waiting('next');
  await waitFor(async () => of(next.id).length > 0);
  expect(of(reminded.id).length - until).toBeLessThanOrEqual(1);
  expect(of(id)).toHaveLength(1);
  expect(of(test)).toEqual([]);
  const { items } = await system.api.call<{ items: { sessionId: string }[] }>('GET', `${HOOKS}/${hook.id}/deliveries`);
  expect(items.filter(({ sessionId }) => sessionId === id)).toHaveLength(1);
  await events.remove(hook);
});
