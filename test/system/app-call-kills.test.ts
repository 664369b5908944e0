import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openHeldWrites } from '../chaos/hold-writes.ts';
import { addApp } from '../contract/app-server.ts';
import { chain, component, link, startContractSystem, type ContractSystem } from '../contract/contract-system.ts';
import { startToolServer, type ToolServer } from '../contract/tool-server.ts';

const EFFECTS = ['none', 'repeatable', 'once'] as const;
type Effect = (typeof EFFECTS)[number];

let system: ContractSystem;
let tools: ToolServer;
let writes: Awaited<ReturnType<typeof openHeldWrites>>;
let app: Awaited<ReturnType<typeof addApp>>;

beforeAll(async () => {
  [system, tools] = await Promise.all([
    startContractSystem({ env: { HTTP_ALLOWED_ADDRESSES: '127.0.0.1' } }),
    startToolServer(),
  ]);
  writes = await openHeldWrites(system.databaseUrl);
  app = await addApp(system, { name: 'tools', kind: 'mcp', url: tools.url });
});
afterAll(async () => {
  tools?.stop();
  await writes?.close();
  await system?.stop();
});

const ONCE_MORE = { status: 'SUCCEEDED', calls: 2 } as const;
const FIRST = { status: 'SUCCEEDED', calls: 1 } as const;
const UNKNOWN = { status: 'FAILED', code: 'OUTCOME_UNKNOWN', calls: 1 } as const;

/** The points of a call at which its executor dies, and what then happened for each effect. */
const POINTS = [
  {
    when: 'before the session with the server',
    at: 'initialize',
    after: { none: FIRST, repeatable: FIRST, once: FIRST },
  },
  { when: 'while it lists the tools', at: 'tools/list', after: { none: FIRST, repeatable: FIRST, once: FIRST } },
  {
    when: 'after the server received the call',
    at: 'tools/call',
    after: { none: ONCE_MORE, repeatable: ONCE_MORE, once: UNKNOWN },
  },
  {
    when: 'after the answer, whose result is lost',
    at: 'lose',
    after: { none: ONCE_MORE, repeatable: ONCE_MORE, once: UNKNOWN },
  },
  {
    when: 'after the answer, whose result was committed',
    at: 'arrive',
    after: { none: FIRST, repeatable: FIRST, once: FIRST },
  },
] as const;

const CASES = POINTS.flatMap((point) => EFFECTS.map((effect) => ({ ...point, effect, ends: point.after[effect] })));

/** Publishes and starts a call of a tool that has this effect. */
async function begin(effect: Effect, at: (typeof POINTS)[number]['at']) {
  await system.api.call('PUT', `/v1/organization/apps/${app.id}`, { effects: { note: effect } });
  const config = { app: app.id, version: app.version, action: 'note', arguments: { text: effect } };
  const call = component('app-action', config, { output: 'answer' });
  const workflowId = await system.api.publish('Calls', chain(call));
  if (at === 'lose' || at === 'arrive') await writes.hold(workflowId, 'SUCCEEDED');
  const { body } = await system.api.run(workflowId, call.id, {});
  return { workflowId, sessionId: String(body.sessionId) };
}

async function killAll(): Promise<void> {
  await Promise.all(system.executors.filter((one) => !one.ended).map((one) => one.kill()));
}

test.each(CASES)('killed $when, an effect of the kind $effect is $ends.status', async ({ at, effect, ends }) => {
  tools.calls.length = 0;
  const reached = Promise.withResolvers<void>();
  const isOver = Promise.withResolvers<void>();
  tools.gate = async (method) => {
    if (method !== at) return;
    reached.resolve();
    await isOver.promise;
  };
  const { workflowId, sessionId } = await begin(effect, at);
  if (at === 'lose' || at === 'arrive') {
    const write = await writes.untilHeld();
    await killAll();
    await writes.forget(workflowId);
    await write![at]();
  } else {
    await reached.promise;
    await killAll();
  }
  tools.gate = null;
  isOver.resolve();
  await system.startExecutor();
  const ended = await system.api.untilEnded(sessionId);
  expect({ status: ended.status, code: ended.error?.code, calls: tools.calls.length }).toEqual({
    code: undefined,
    ...ends,
  });
});

test('the error port takes an unknown outcome', async () => {
  tools.calls.length = 0;
  const reached = Promise.withResolvers<void>();
  tools.gate = async (method) => {
    if (method === 'tools/call') reached.resolve();
    if (method === 'tools/call') await new Promise(() => undefined);
  };
  await system.api.call('PUT', `/v1/organization/apps/${app.id}`, { effects: { note: 'once' } });
  const config = { app: app.id, version: app.version, action: 'note', arguments: { text: 'x' } };
  const call = component('app-action', config, { output: 'answer' });
  const care = component('transform', { expression: '"taken"', type: 'TEXT' }, { output: 'end' });
  const workflowId = await system.api.publish('Takes', {
    components: [call, care],
    connections: [link(call, care, 'error')],
  });
  const { body } = await system.api.run(workflowId, call.id, {});
  await reached.promise;
  await killAll();
  tools.gate = null;
  await system.startExecutor();
  expect(await system.api.untilEnded(String(body.sessionId))).toMatchObject({ status: 'SUCCEEDED' });
  expect(tools.calls).toHaveLength(1);
});
