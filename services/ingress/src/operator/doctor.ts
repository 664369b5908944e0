import { setTimeout as sleep } from 'node:timers/promises';
import { readMigrationStates } from '@workflow/session-store';
import type { AppContext } from '../context.ts';
import { defineRoute } from '../http/define-route.ts';
import { defineObject } from '../http/schema-parts.ts';

const MAX_WAIT_SECONDS = 60;
/** When the `admin` command runs the checks, its connection to Redis has only begun to open. */
const CONNECTS_WITHIN_MS = 2_000;
const ASK_EVERY_MS = 50;

interface Finding {
  check: string;
  ok: boolean;
  detail: string;
}

const findingSchema = defineObject('DoctorFinding', {
  check: { type: 'string' },
  ok: { type: 'boolean' },
  detail: { type: 'string' },
});

/** The checks of the doctor. Each follows those on which it depends. */
const CHECKS: [name: string, look: (context: AppContext) => Promise<Omit<Finding, 'check'>>][] = [
  [
    'postgres',
    async ({ store }) => {
      await store.ping();
      return { ok: true, detail: 'reachable, writable, and of a version that can serve' };
    },
  ],
  [
    'migrations',
    async ({ config }) => {
      const open = (await readMigrationStates(config.databaseUrl)).filter(({ state }) => state !== 'applied');
      const detail = open.map(({ name, state }) => `${name} is ${state}`).join(', ');
      return { ok: open.length === 0, detail: detail === '' ? 'all applied' : detail };
    },
  ],
  [
    'queue',
    async ({ queue }) => {
      await answersInTime(() => queue.producer.ping());
      const problem = queue.producer.problem();
      return { ok: problem === null, detail: problem ?? 'reachable' };
    },
  ],
  [
    'executors',
    async ({ store }) => {
      const { executors, slots, running } = await store.operator.readLoad();
      return { ok: executors > 0, detail: `${executors} live, ${running} of ${slots} slots in use` };
    },
  ],
  [
    'dispatcher',
    async ({ store }) => {
      const { dispatching } = await store.lookups.poll(0n);
      return { ok: dispatching, detail: dispatching ? 'one executor dispatches' : 'no executor holds the lease' };
    },
  ],
  [
    'waiting',
    async ({ store }) => {
      const { backlog, enqueued, oldestWaitingSeconds } = await store.operator.readLoad();
      const detail = `${backlog + enqueued} wait, the oldest for ${Math.round(oldestWaitingSeconds)} s`;
      return { ok: oldestWaitingSeconds < MAX_WAIT_SECONDS, detail };
    },
  ],
];

/** @throws the error of the last call, if none succeeded in time */
async function answersInTime(call: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + CONNECTS_WITHIN_MS;
  for (;;) {
    try {
      await call();
      return;
    } catch (error) {
      if (performance.now() >= deadline) throw error;
      await sleep(ASK_EVERY_MS);
    }
  }
}

export const readDoctor = defineRoute({
  method: 'GET',
  path: '/v1/operator/doctor',
  summary: 'Check everything that the service needs',
  security: { kind: 'operator' },
  responses: {
    200: {
      description: 'The findings.',
      schema: defineObject('Doctor', { ok: { type: 'boolean' }, findings: { type: 'array', items: findingSchema } }),
    },
  },
  async handler(context) {
    const findings = await Promise.all(
      CHECKS.map(async ([check, look]): Promise<Finding> => {
        try {
          return { check, ...(await look(context)) };
        } catch (error) {
          context.log.warn({ err: error, check }, 'A check of `admin doctor` could not run');
          return { check, ok: false, detail: 'not reachable' };
        }
      }),
    );
    return { status: 200, body: { ok: findings.every(({ ok }) => ok), findings } };
  },
});
