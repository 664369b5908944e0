import { createRequire } from 'node:module';
import { describe, expect, test } from '@jest/globals';
import { component, connections, outputOf, sessionFixture } from './testing/session-fixture.ts';

interface Delivery {
  action?: string;
  sender?: { login: string; id: number };
  repository?: { full_name: string; private: boolean; topics?: string[]; owner: { login: string } };
  commits?: { message: string; added: string[] }[];
}

/** Real payloads of GitHub, by event. */
const events = createRequire(import.meta.url)('@octokit/webhooks-examples/api.github.com/index.json') as {
  name: string;
  examples: Delivery[];
}[];

const optional = { optional: true } as const;
const body = {
  key: 'body',
  type: 'OBJECT',
  fields: [
    { key: 'action', type: 'TEXT', ...optional },
    {
      key: 'sender',
      type: 'OBJECT',
      ...optional,
      fields: [
        { key: 'login', type: 'TEXT' },
        { key: 'id', type: 'NUMBER' },
      ],
    },
    {
      key: 'repository',
      type: 'OBJECT',
      ...optional,
      fields: [
        { key: 'full_name', type: 'TEXT' },
        { key: 'private', type: 'BOOLEAN' },
        { key: 'owner', type: 'OBJECT', fields: [{ key: 'login', type: 'TEXT' }] },
      ],
    },
    { key: 'commits', type: 'JSON', ...optional },
  ],
};
const definition = {
  components: [
    component('hook', 'webhook', {}, { output: 'request' }),
    component(
      'parse',
      'json-parse',
      { source: '{{ request }}', fields: [{ key: 'headers', type: 'JSON' }, body] },
      { output: 'delivery' },
    ),
    component(
      'summary',
      'transform',
      {
        expression:
          '(delivery.body.sender.login ?? "nobody") & " " & (delivery.body.action ?? "did") & " " & ' +
          '(delivery.body.repository.full_name ?? "nothing")',
        type: 'TEXT',
      },
      { output: 'summary' },
    ),
    component(
      'messages',
      'transform',
      { expression: '[(delivery.body.commits ?? []).message]', type: 'JSON' },
      { output: 'messages' },
    ),
    component('own', 'condition', {
      expression:
        '$exists(delivery.body.repository) and delivery.body.repository.owner.login = delivery.body.sender.login',
    }),
    component('owners', 'output', {
      value: {
        by: 'owner',
        event: '{{ delivery.headers.`x-github-event` }}',
        summary: '{{ summary }}',
        messages: '{{ messages }}',
      },
    }),
    component('others', 'output', {
      value: {
        by: 'other',
        event: '{{ delivery.headers.`x-github-event` }}',
        summary: '{{ summary }}',
        messages: '{{ messages }}',
      },
    }),
  ],
  connections: connections(
    'hook>parse',
    'parse>summary',
    'summary>messages',
    'messages>own',
    'own.true>owners',
    'own.false>others',
  ),
};
const fixture = sessionFixture(definition);

describe('deliveries recorded from GitHub give the values of their payloads', () => {
  test.each(events.map(({ name, examples }) => [name, examples.length, examples] as const))(
    '%s (%i)',
    async (name, _count, examples) => {
      for (const payload of examples) {
        const request = JSON.stringify({
          method: 'POST',
          path: '/webhook/x',
          query: {},
          headers: { 'x-github-event': name },
          body: payload,
          receivedAt: '2026-01-01T00:00:00Z',
        });
        const outcome = await fixture.run({ componentId: 'hook', placeholderValues: { request } });
        expect(outputOf(outcome)).toEqual({
          by:
            payload.repository !== undefined && payload.repository.owner.login === payload.sender?.login
              ? 'owner'
              : 'other',
          event: name,
          summary:
            `${payload.sender?.login ?? 'nobody'} ${payload.action ?? 'did'} ` +
            `${payload.repository?.full_name ?? 'nothing'}`,
          messages: (payload.commits ?? []).map(({ message }) => message),
        });
      }
    },
  );

  test('there are hundreds of payloads', () => {
    expect(events.flatMap(({ examples }) => examples).length).toBeGreaterThan(300);
  });
});
