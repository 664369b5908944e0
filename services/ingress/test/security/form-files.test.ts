import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { JsonObject } from '@workflow/workflow-model';
import type { Client } from 'pg';
import { pageUrl } from '../../src/http/addresses/page-address.ts';
import { component, useTestIngress } from '../start-test-ingress.ts';

const MAX_BYTES = 600_000;
const ingress = useTestIngress({
  config: { limits: { maxFormFileBytes: MAX_BYTES, formPostsPerMinutePerAddress: 1_000 } },
});
let database: Client;

beforeAll(async () => {
  database = await ingress.connect();
});
beforeEach(() => database.query('TRUNCATE files CASCADE'));

type Part = [name: string, value: string, fileName?: string];

async function send(fields: JsonObject[], parts: readonly Part[]): Promise<{ status: number; text: string }> {
  const form = component('form', { title: 'Complaint', fields: fields as never }, 'form');
  const workflowId = await ingress.workflow([form]);
  const { pathname } = new URL(pageUrl('http://localhost', 'FORM', { workflowId, componentId: form.id }));
  const body = new FormData();
  for (const [name, value, fileName] of parts)
    if (fileName === undefined) body.append(name, value);
    else body.append(name, new Blob([value]), fileName);
  const answer = await fetch(ingress.url + pathname, { method: 'POST', body, headers: { accept: 'text/html' } });
  return { status: answer.status, text: await answer.text() };
}

/** Returns the files that remain, and those that the next sweep deletes. */
async function files(): Promise<{ stored: number; discarded: number; bytes: number }> {
  const { rows } = await database.query<{ stored: number; discarded: number; bytes: number }>(
    `SELECT count(*) FILTER (WHERE expires_at > now())::int AS stored,
      count(*) FILTER (WHERE expires_at <= now())::int AS discarded, coalesce(sum(size), 0)::int AS bytes FROM files`,
  );
  return rows[0]!;
}

const NOTHING = { stored: 0, discarded: 0, bytes: 0 };
const LARGE = 'x'.repeat(300_000);
const NAME = { key: 'name', type: 'TEXT' };
const PHOTO = { key: 'photo', type: 'FILE' };
const PHOTOS = { key: 'photos', type: 'LIST', items: 'FILE' };
const file = (name: string, text = LARGE): Part => [name, text, `${name}.txt`];

test.each<[string, JsonObject[], Part[], number, object]>([
  ['a form without files stores none', [NAME], [['name', 'Ada'], file('photo'), file('name')], 200, NOTHING],
  ['a file of another name is not stored', [PHOTO], [file('other'), file('photo', 'a')], 200, { stored: 1, bytes: 1 }],
  [
    'one field takes one file',
    [PHOTO],
    [file('photo', 'a'), file('photo'), file('photo')],
    200,
    { stored: 1, bytes: 1 },
  ],
  ['several where it asks for several', [PHOTOS], [file('photos', 'a'), file('photos', 'b')], 200, { stored: 2 }],
  [
    'one within an object',
    [{ key: 'claim', type: 'OBJECT', fields: [PHOTO] }],
    [file('claim.photo', 'a'), file('photo')],
    200,
    { stored: 1, bytes: 1 },
  ],
  ['nothing after the trap', [PHOTO], [['website', 'http://spam'], file('photo'), file('photo')], 200, NOTHING],
  ['what was sent before the trap is discarded', [PHOTO], [file('photo'), ['website', 'spam']], 200, { discarded: 1 }],
  ['files of a form that is wrong are discarded', [NAME, PHOTO], [file('photo')], 400, { stored: 0, discarded: 1 }],
  ['files together are bounded', [PHOTOS], [file('photos'), file('photos'), file('photos')], 413, { stored: 0 }],
])('%s', async (_what, fields, parts, status, stored) => {
  const answer = await send(fields, parts);
  expect(answer.status).toBe(status);
  expect(await files()).toMatchObject(stored);
});
