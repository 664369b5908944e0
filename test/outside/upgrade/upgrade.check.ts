import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import {
  createOrganization,
  RestartablePostgres,
  RestartableRedis,
  transformWorkflow,
  waitFor,
  webhookWorkflow,
  type ApiClient,
} from '@workflow/test-harness';
import { check } from '../check.ts';
import { Release, stackOn, type Running } from './releases.ts';
import { WaitingLab } from './waiting-lab.ts';
import { waitInEveryWay, type Resume } from './ways-of-waiting.ts';

const RUNS = 20;
const transform = transformWorkflow();
const webhook = webhookWorkflow();

const current = Release.current();
let previous: Release;
before(() => {
  previous = Release.previous();
});
after(() => previous?.remove());

type Queue = 'Redis' | 'PostgreSQL';

/** Registers a check for each queue, which both releases use. */
function checkOnEachQueue(name: string, act: (queue: Queue) => Promise<void>): void {
  for (const queue of ['Redis', 'PostgreSQL'] as const) check(`${name}, queue on ${queue}`, () => act(queue));
}

/** Starts separate servers with the schema of one release, and stops everything at the end. */
async function onSchemaOf(
  release: Release,
  queue: Queue,
  act: (start: (release: Release, service: 'ingress' | 'executor') => Promise<Running>, place: Place) => Promise<void>,
): Promise<void> {
  const postgres = new RestartablePostgres();
  const redis = queue === 'Redis' ? await RestartableRedis.start() : null;
  const running: Running[] = [];
  try {
    await postgres.start();
    release.migrate(postgres.url);
    const stack = stackOn(postgres, redis);
    const { apiKey } = await createOrganization(postgres.url);
    await act(
      async (which, service) => {
        const started = await which.start(service, stack);
        running.push(started);
        return started;
      },
      { databaseUrl: postgres.url, apiKey },
    );
  } finally {
    await Promise.all(running.map(({ process }) => process.stop()));
    await redis?.remove();
    await postgres.remove();
  }
}

interface Place {
  databaseUrl: string;
  apiKey: string;
}

interface Workflows {
  transformId: string;
  webhookId: string;
  token: string;
}

async function publish(api: ApiClient): Promise<Workflows> {
  const webhookId = await api.publish('Webhook', webhook.definition);
  const path = `/v1/workflows/${webhookId}/components/${webhook.startId}/token`;
  return {
    transformId: await api.publish('Doubles', transform.definition),
    webhookId,
    token: (await api.call<{ token: string }>('POST', path)).token,
  };
}

/** Sends runs and deliveries to this ingress. @returns ids of their sessions */
async function post(api: ApiClient, { transformId, webhookId, token }: Workflows): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: RUNS }, (_, index) =>
      index % 2 === 0
        ? api.run(transformId, transform.startId, { name: 'Ada', amount: index })
        : api.request('POST', `/webhook/${webhookId}`, { index }, { token }),
    ),
  );
  return answers.map(({ status, body }) => {
    assert.ok(status === 200 || status === 202, JSON.stringify(body));
    return body['sessionId'] as string;
  });
}

async function allSucceed(api: ApiClient, sessionIds: string[]): Promise<void> {
  const ended = await Promise.all(sessionIds.map((id) => api.untilEnded(id)));
  assert.deepEqual([...new Set(ended.map(({ status }) => status))], ['SUCCEEDED']);
}

checkOnEachQueue('the previous release accepts, runs, cancels and retries on the new schema', (queue) =>
  onSchemaOf(previous, queue, async (start, { databaseUrl, apiKey }) => {
    const applied = current.migrate(databaseUrl);
    process.stderr.write(`new migrations: ${applied.join(', ') || 'none'}\n`);
    const ingress = await start(previous, 'ingress');
    await ingress.process.untilReady();
    const api = ingress.apiFor(apiKey);
    const workflows = await publish(api);
    const [cancelled, ...others] = await post(api, workflows);
    await api.call('POST', `/v1/sessions/${cancelled!}/cancel`);
    await (await start(previous, 'executor')).process.untilReady();
    await allSucceed(api, others);
    assert.equal((await api.untilEnded(cancelled!)).status, 'CANCELLED');
    await api.call('POST', `/v1/sessions/${cancelled!}/retry`);
    await allSucceed(api, [cancelled!]);
  }),
);

checkOnEachQueue('both releases work side by side, each runs what the other accepted', (queue) =>
  onSchemaOf(current, queue, async (start, { apiKey }) => {
    const ingresses = await Promise.all([start(previous, 'ingress'), start(current, 'ingress')]);
    for (const { process } of ingresses) await process.untilReady();
    const apis = ingresses.map(({ apiFor }) => apiFor(apiKey));
    const workflows = await publish(apis[0]!);
    for (const release of [previous, current]) {
      const accepted = (await Promise.all(apis.map((api) => post(api, workflows)))).flat();
      const executor = await start(release, 'executor');
      await executor.process.untilReady();
      for (const api of apis) await allSucceed(api, accepted);
      await executor.process.stop();
    }
  }),
);

/** Ends the waits of sessions, and waits until all have resumed. */
async function resumeAll(release: string, queue: Queue, api: ApiClient, waiting: readonly Resume[]): Promise<void> {
  const startedAt = performance.now();
  await Promise.all(waiting.map((resume) => resume(api)));
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  process.stderr.write(`${release} resumed ${waiting.length} waits in ${seconds} s, queue on ${queue}\n`);
}

checkOnEachQueue(
  'sessions that wait in every way resume on the new release, and on the previous one after a rollback',
  (queue) =>
    onSchemaOf(previous, queue, async (start, { databaseUrl, apiKey }) => {
      const startBoth = async (release: Release) => {
        const services = [await start(release, 'ingress'), await start(release, 'executor')] as const;
        for (const { process } of services) await process.untilReady();
        return {
          api: services[0].apiFor(apiKey),
          stop: () => Promise.all(services.map(({ process }) => process.stop())),
        };
      };
      const lab = await WaitingLab.open(databaseUrl);
      try {
        const before = await startBoth(previous);
        const upgraded = await waitInEveryWay(lab, before.api);
        const rolledBack = await waitInEveryWay(lab, before.api);
        current.migrate(databaseUrl);
        const next = await startBoth(current);
        await before.stop();
        await resumeAll('the new release', queue, next.api, upgraded);
        const ofNext = await waitInEveryWay(lab, next.api);
        const again = await startBoth(previous);
        await next.stop();
        await resumeAll('the previous release', queue, again.api, [...rolledBack, ...ofNext]);
      } finally {
        await lab.close();
      }
    }),
);

checkOnEachQueue(
  'the new release waits for its migrations, names them, and loses nothing that the previous one accepted',
  (queue) =>
    onSchemaOf(previous, queue, async (start, { databaseUrl, apiKey }) => {
      const before = await start(previous, 'ingress');
      await before.process.untilReady();
      const workflows = await publish(before.apiFor(apiKey));
      const accepted = await post(before.apiFor(apiKey), workflows);
      await before.process.stop();
      const ingress = await start(current, 'ingress');
      const executor = await start(current, 'executor');
      const missing = await waitFor(
        async () => {
          const answer = await fetch(ingress.readyUrl);
          return answer.status === 503 ? answer.text() : null;
        },
        { withinMs: 60_000, what: 'an ingress that is not ready' },
      );
      const applied = current.migrate(databaseUrl);
      assert.ok(applied.length > 0, 'no migration is newer than the previous release: name an older PREVIOUS_RELEASE');
      assert.ok(missing.includes(applied[0]!), missing);
      for (const { process } of [ingress, executor]) await process.untilReady();
      const api = ingress.apiFor(apiKey);
      await allSucceed(api, [...accepted, ...(await post(api, workflows))]);
    }),
);
