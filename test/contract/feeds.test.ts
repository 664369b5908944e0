import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeEachBackend, waitFor } from '@workflow/test-harness';
import type { JsonObject } from '@workflow/workflow-model';
import { type Answer, chain, component, output } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';

describeEachBackend('feeds', (backend) => {
  const system = useContractSystem(backend);
  let server: Server;
  let url: string;
  /** Ids of the entries, the newest first. Null if the feed is broken. */
  let entries: string[] | null = [];
  const asked: (string | undefined)[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      const etag = `"${entries?.join(' ')}"`;
      asked.push(request.headers['if-none-match']);
      if (entries === null) response.writeHead(500).end('broken');
      else if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
      else {
        const items = entries.map((id) => ({ id, title: `Entry ${id}` }));
        const feed = { version: 'https://jsonfeed.org/version/1.1', title: 'Feed', items };
        response.writeHead(200, { 'content-type': 'application/feed+json', etag }).end(JSON.stringify(feed));
      }
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.json`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  async function publish(config: JsonObject) {
    const feed = component('feed', { url, everySeconds: 60, ...config }, { output: 'entry' });
    const workflowId = await system.api.publish('Feed', chain(feed, output('{{ entry.title }}')));
    const path = `/v1/workflows/${workflowId}`;
    const client = system.clients[0]!;
    const read = async () => (await client.request<Answer['body']>('GET', `${path}/components/${feed.id}`)).body;
    return {
      read,
      lastPoll: async () => (await read()).lastPoll,
      /** Publishing polls immediately. */
      pollAgain: async () => {
        const before = (await read()).lastPoll.at;
        await client.request('POST', `${path}/publish`);
        await waitFor(async () => (await read()).lastPoll.at !== before);
      },
      sessions: async () =>
        (await client.request<Answer['body']>('GET', `/v1/sessions?workflowId=${workflowId}`)).body.items,
    };
  }

  test('start a session for each new entry, once', async () => {
    entries = ['2', '1'];
    const { lastPoll, pollAgain, sessions } = await publish({});
    await waitFor(async () => (await lastPoll())?.ok === true);
    expect(await sessions()).toEqual([]);
    await pollAgain();
    expect(asked.at(-1)).toBe('"2 1"');
    entries = ['4', '3', '2', '1'];
    await pollAgain();
    await pollAgain();
    const started = await sessions();
    expect(started.map(({ placeholderValues }: Answer['body']) => placeholderValues.entry.id)).toEqual(['4', '3']);
    expect(started[0]).toMatchObject({ trigger: 'FEED', mode: 'PROD', workflowVersion: 3 });
    expect(await system.api.untilEnded(started[0].id)).toMatchObject({ status: 'SUCCEEDED', output: 'Entry 4' });
    expect(await lastPoll()).toMatchObject({ ok: true, message: 'started 0 sessions' });
  });

  test('start with existing entries if chosen; a failed poll shows why, and the next one continues', async () => {
    entries = null;
    const { read, lastPoll, pollAgain, sessions } = await publish({ startWith: 'existing' });
    await waitFor(async () => (await lastPoll()) !== null);
    const { nextPollAt, failedPolls, ...polled } = await read();
    expect(polled.lastPoll).toEqual({ at: polled.lastPoll.at, ok: false, message: 'The feed server answered 500' });
    expect(failedPolls).toBe(1);
    expect(Math.round((Date.parse(nextPollAt) - Date.parse(polled.lastPoll.at)) / 1_000)).toBe(60);
    entries = ['2', '1'];
    await pollAgain();
    expect(await read()).toMatchObject({ failedPolls: 0, lastPoll: { ok: true } });
    expect((await sessions()).map(({ placeholderValues }: Answer['body']) => placeholderValues.entry.id)).toEqual([
      '2',
      '1',
    ]);
  });
});
