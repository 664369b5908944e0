import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { freePort, waitFor, type BackendKind, type ServiceProcess } from '@workflow/test-harness';
import type { Component, Json, JsonObject } from '@workflow/workflow-model';
import { component, startContractSystem, type Answer } from './contract-system.ts';
import { findTexts } from './find-texts.ts';
import { openExportFolder, readOtherExports } from './read-exports.ts';
import { watchRedis } from './redis-watch.ts';
import { startThirdPartyServer } from './third-party-server.ts';

/** Placeholders with sensitive fields of every type. */
export const FIELDS: JsonObject[] = [
  { key: 'order', type: 'TEXT' },
  { key: 'card', type: 'TEXT', sensitive: true },
  { key: 'pin', type: 'NUMBER', sensitive: true },
  { key: 'born', type: 'DATE_TIME', sensitive: true },
  { key: 'aliases', type: 'LIST', sensitive: true },
  { key: 'file', type: 'JSON', sensitive: true },
  {
    key: 'person',
    type: 'OBJECT',
    fields: [
      { key: 'name', type: 'TEXT' },
      { key: 'ssn', type: 'TEXT', sensitive: true },
      { key: 'adult', type: 'BOOLEAN', sensitive: true },
    ],
  },
];

/** Returns a text that cannot occur by chance and is short enough for all fields. */
const planted = (name: string): string => `planted-${name}-${randomUUID().slice(0, 8)}`;

function plantedValues() {
  // Fewer digits occur in other numbers by chance.
  const pin = 100_000_000_000_000 + Math.floor(Math.random() * 899_999_999_999_999);
  const day = `19${10 + Math.floor(Math.random() * 89)}-07-21T03:04:05.${String(pin).slice(0, 9)}Z`;
  const texts = ['card', 'alias-1', 'alias-2', 'file-a', 'file-b', 'ssn'].map(planted);
  const [card = '', first = '', second = '', fileA = '', fileB = '', ssn = ''] = texts;
  return {
    sent: {
      order: 'order-1',
      card,
      pin,
      born: day,
      aliases: [first, second],
      file: { a: fileA, b: [fileB] },
      'person.name': 'Ada',
      'person.ssn': ssn,
      'person.adult': true,
    } satisfies JsonObject,
    texts: [...texts, String(pin), day],
  };
}

const metricsOf = ({ options }: ServiceProcess): string => (options.readyUrl ?? '').replace('readyz', 'metrics');

export type SensitiveLab = Awaited<ReturnType<typeof openSensitiveLab>>;

/** Opens a separate system with a third party. It records all planted texts and everything that is shown. */
export async function openSensitiveLab(backend: BackendKind) {
  const third = await startThirdPartyServer();
  const metricsPort = await freePort();
  const exports = await openExportFolder();
  const env = {
    EXPORT_FOLDER: exports.path,
    EXECUTOR_DEAD_AFTER_MS: '3000',
    HTTP_ALLOWED_ADDRESSES: '127.0.0.1',
    METRICS_PORT: String(metricsPort),
  };
  const system = await startContractSystem({ backend, env });
  await system.api.call('POST', '/v1/organization/event-hooks', {
    url: `${third.url}/hook`,
    events: ['session.succeeded', 'session.failed', 'workflow.failing'],
  });
  const redis = system.redisUrl === null ? null : await watchRedis(system.redisUrl, system.queueName);
  const all: string[] = [];
  const seen: string[] = [];
  /** Sessions that send events (docs/event-hooks.md). */
  const ended = new Set<string>();
  const eventBodies = () => third.calls.flatMap(({ url, body }) => (url === '/hook' ? [body] : [])).join('\n');
  return {
    system,
    third,
    plantText(name: string): string {
      const text = planted(name);
      all.push(text);
      return text;
    },
    plant() {
      const made = plantedValues();
      all.push(...made.texts);
      return made.sent;
    },
    /** Returns a call that sends the sensitive values to the third party. */
    request: (path: string, more: JsonObject = {}, retry: Component['retry'] = {}): Component =>
      component(
        'http-request',
        {
          method: 'POST',
          url: `${third.url}${path}`,
          body: {
            card: '{{ card }}',
            pin: '{{ pin }}',
            born: '{{ born }}',
            file: '{{ file }}',
            ssn: '{{ person.ssn }}',
          },
          ...more,
        },
        { output: `r${randomUUID().slice(0, 6)}`, retry },
      ),
    run: (workflowId: string, start: Component, placeholderValues: JsonObject, more: JsonObject = {}) => {
      const body = { workflowId, componentId: start.id, placeholderValues, ...more };
      const headers = { prefer: 'wait=60', 'idempotency-key': randomUUID() };
      return system.clients[0]!.request<Answer['body']>('POST', '/v1/workflow/run', body, headers);
    },
    /** Returns the last body that the third party received at a path. */
    lastCall: (path: string): Record<string, Json> =>
      JSON.parse(third.calls.findLast(({ url }) => url.startsWith(path))?.body ?? '{}') as Record<string, Json>,
    /** Reads a session in all ways and records what was shown. */
    async look(sessionId: string) {
      const paths = ['', '/steps', '/definition'].map((path) => `/v1/sessions/${sessionId}${path}`);
      for (const path of [...paths, '/v1/sessions'])
        seen.push(JSON.stringify((await system.clients[0]!.request('GET', path)).body));
      const stream = await fetch(`${system.api.baseUrl}/v1/sessions/${sessionId}/events`, {
        headers: { 'x-api-key': system.api.apiKey },
      });
      seen.push(await stream.text());
      const session = await system.api.untilEnded(sessionId);
      if (session.mode === 'PROD' && !session.parentId) ended.add(sessionId);
      return session;
    },
    /**
     * Checks that no planted text is stored or shown anywhere except at the third party. Exports the sessions and
     * deletes them.
     */
    async expectNothingShown(): Promise<void> {
      const services = [
        `http://127.0.0.1:${metricsPort}/metrics`,
        ...system.executors.filter((executor) => !executor.ended).map(metricsOf),
      ];
      const metrics = await Promise.all(services.map((url) => fetch(url).then((answer) => answer.text())));
      expect(metrics.every((text) => text.includes('workflow_'))).toBe(true);
      const events = await waitFor(
        () => {
          const bodies = eventBodies();
          return ended.size > 0 && [...ended].every((sessionId) => bodies.includes(sessionId)) ? bodies : null;
        },
        { what: 'an event of each session that was looked at' },
      );
      const logs = JSON.stringify(await system.readLog());
      const commands = redis?.commands ?? '';
      const places = await findTexts(system.databaseUrl, all);
      const others = await readOtherExports(system);
      const exported = await exports.read(system, ended);
      const shown = { logs, events, commands, metrics: metrics.join('\n'), views: seen.join('\n'), others, exported };
      for (const [name, text] of Object.entries(shown))
        places.push(...all.filter((value) => text.includes(value)).map((value) => `${name} ${value}`));
      expect(places).toEqual([]);
      expect({
        planted: all.length > 7,
        events: events.includes('•••'),
        exported: exported.includes('•••'),
        audit: others.includes('workflow.publish'),
        redis: redis === null || commands !== '',
      }).toEqual({ planted: true, events: true, exported: true, audit: true, redis: true });
    },
    async stop(): Promise<void> {
      third.stop();
      redis?.stop();
      await system.stop();
      await exports.remove();
    },
  };
}
