import { Readable } from 'node:stream';
import { ConnectionPools, NO_ACCESS } from '@workflow/credentials/runners';
import type { ClaimedSession } from '@workflow/session-store';
import type { Component, Connection, Definition, Json, JsonObject } from '@workflow/workflow-model';
import type { HttpAnswer, HttpCall, HttpClient } from '@workflow/outbound';
import type { Throttles } from '@workflow/component-kit/run';
import type { Sandbox } from '@workflow/sandbox';
import { ChildEnds } from '../child-ends.ts';
import { recordOutcome, type SessionOutcome } from '../session-outcome.ts';
import { fenceOf, writtenClaim } from '../session-claim.ts';
import { runSession } from '../run-session.ts';
import type { SessionDependencies } from '../session-dependencies.ts';
import type { SecretSource } from '../session-secrets.ts';
import type { SessionFiles } from '../step-files.ts';
import { ResultMemory } from '../result-memory.ts';
import { createWorkflowCache } from '../workflow-cache.ts';
import { claimedSession, FakeStore } from './fake-store.ts';

/** Returns a component with defaults. Its id is its name. */
export function component(id: string, type: string, config: JsonObject = {}, more: Partial<Component> = {}): Component {
  return { id, type, config, ...more };
}

/** Returns connections written as `from>to` or `from.port>to`. */
export function connections(...lines: string[]): Connection[] {
  return lines.map((line) => {
    const [from = '', to = ''] = line.split('>');
    const [id = '', port = 'next'] = from.split('.');
    return { from: id, port, to };
  });
}

export function chain(...components: Component[]): Definition {
  return {
    components,
    connections: components
      .slice(1)
      .map((to, index) => ({ from: (components[index] as Component).id, port: 'next', to: to.id })),
  };
}

/** Answers requests with a function, and records whether they are aborted. */
export function httpFrom(
  answer: (call: HttpCall, signal: AbortSignal) => Promise<Partial<HttpAnswer>> | Partial<HttpAnswer>,
): HttpClient {
  return {
    async send(call, signal) {
      signal.throwIfAborted();
      const {
        status = 200,
        headers = { 'content-type': 'application/json' },
        body = Buffer.from('{}'),
      } = await answer(call, signal);
      return { status, headers, body };
    },
    close: () => Promise.resolve(),
  };
}

const noThrottles: Throttles = {
  rateOf: () => Promise.resolve(null),
  take: () => Promise.resolve(0),
  blockedMs: () => Promise.resolve(0),
  block: () => Promise.resolve(),
};

const noFiles: SessionFiles = {
  store: {
    find: () => Promise.resolve(null),
    read: () => Readable.from([]),
    write: () => Promise.reject(new Error('no file is stored in this test')),
  },
  name: () => Promise.resolve([]),
  maxInMemoryBytes: 0,
};

/** An organization without secrets and credentials. */
export const noSecrets: SecretSource = {
  revealSecret: () => Promise.resolve(null),
  openCredential: () => Promise.resolve(null),
  nameDeletedCredential: () => Promise.resolve(null),
  accessCredential: () => Promise.resolve(NO_ACCESS),
  credentialReach: {
    addressOf: () => Promise.reject(new Error('nothing is connected to in this test')),
    pools: new ConnectionPools({ maxConnections: 1, idleMs: 1_000, maxIdle: 1 }),
  },
};
const noCollections: SessionDependencies['collections'] = {
  values: { get: () => Promise.resolve(null), change: () => Promise.resolve(null) },
  rows: {
    findTable: () => Promise.resolve(null),
    find: () => Promise.reject(new Error('there are no tables in this test')),
    count: () => Promise.resolve(0),
    change: () => Promise.resolve(null),
  },
};

const noSandbox: Sandbox = {
  run: () => Promise.resolve({ kind: 'failure', code: 'SANDBOX_FAILED', message: 'no sandbox in this test' }),
  problem: () => null,
  close: () => Promise.resolve(),
};

interface Fixture {
  store: FakeStore;
  deps: SessionDependencies;
  logged: object[];
  run(claimed?: Partial<ClaimedSession>, signal?: AbortSignal): Promise<SessionOutcome>;
}

/** Runs sessions of one definition with a store in memory. */
export function sessionFixture(definition: Definition, overrides: Partial<SessionDependencies> = {}): Fixture {
  const store = new FakeStore();
  store.definitions.set('definition', definition);
  const logged: object[] = [];
  const log = (fields: object, message: string) => void logged.push({ ...fields, message });
  const deps: SessionDependencies = {
    store,
    turnTexts: { begin: () => ({ add: () => undefined, end: () => Promise.resolve() }) },
    childEnds: new ChildEnds(0),
    workflows: createWorkflowCache(store, { definitions: 10, bytes: 1e6 }),
    http: httpFrom(() => ({})),
    files: noFiles,
    responded: () => undefined,
    throttlesOf: () => noThrottles,
    modelTokensOf: () => ({ requireSome: () => Promise.resolve(), count: () => Promise.resolve() }),
    sandbox: noSandbox,
    dataProcesses: noSandbox,
    results: new ResultMemory({ perSession: 67_108_864, perOrganization: 536_870_912 }),
    secretSource: noSecrets,
    findOperation: () => Promise.resolve(null),
    questions: { ask: () => Promise.resolve(null), look: () => Promise.resolve(null), forget: () => Promise.resolve() },
    addressOfQuestion: (kind, { componentId }) =>
      Promise.resolve({
        url: `https://service.test/${kind}s/token-of-${componentId}`,
        token: `token-of-${componentId}`,
      }),
    collections: noCollections,
    limits: {
      maxOutputBytes: 1_048_576,
      maxConversationBytes: 4_194_304,
      deadlineMs: 86_400_000,
      longBackoffMs: 5_000,
      expressions: { sandboxTimeoutMs: 1_000, maxResultBytes: 1_048_576 },
    },
    tracing: null,
    log: { warn: log, error: log },
    now: Date.now,
    random: () => 0,
    ...overrides,
  };
  return {
    store,
    deps,
    logged,
    async run(overridesOfClaim = {}, signal = new AbortController().signal) {
      const claimed = claimedSession(overridesOfClaim);
      const fence = fenceOf(claimed);
      const outcome = await runSession(claimed, deps, signal, writtenClaim(store, fence));
      await recordOutcome(store, fence, outcome);
      return outcome;
    },
  };
}

export function outputOf(outcome: SessionOutcome): Json {
  if (outcome.kind !== 'succeeded') throw new Error(`the session ended ${outcome.kind}: ${JSON.stringify(outcome)}`);
  return outcome.output;
}
