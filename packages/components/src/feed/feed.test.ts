import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { dataJob } from './data-job.ts';
import { newEntries } from './new-entries.ts';
import type { FeedEntry } from './feed-entry.ts';
import { runner } from './run.ts';

const parseFeed = async (text: string) =>
  (await dataJob({ text, url: 'https://e.example/feed' })) as unknown as FeedEntry[];

const RSS = `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>T</title>
  <item><guid isPermaLink="false">g1</guid><title>A &amp; B</title><link>https://e.example/1</link>
    <description>In short</description><content:encoded><![CDATA[<p>At length</p>]]></content:encoded>
    <dc:creator>Ada</dc:creator><pubDate>Mon, 06 Jul 2026 06:30:00 GMT</pubDate><category>x</category></item>
  <item><title>Only a title</title><pubDate>some day</pubDate></item><item></item></channel></rss>`;
const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><id>f</id>
  <entry><id>g1</id><title>A &amp; B</title><link rel="self" href="https://e.example/self"/>
    <link rel="alternate" href="https://e.example/1"/><summary>In short</summary>
    <content type="html">&lt;p&gt;At length&lt;/p&gt;</content><author><name>Ada</name></author>
    <published>2026-07-06T08:30:00+02:00</published><category term="x"/></entry></feed>`;
const JSON_FEED = JSON.stringify({
  version: 'https://jsonfeed.org/version/1.1',
  title: 'T',
  items: [
    {
      id: 'g1',
      url: 'https://e.example/1',
      title: 'A & B',
      summary: 'In short',
      content_html: '<p>At length</p>',
      date_published: '2026-07-06T06:30:00Z',
      authors: [{ name: 'Ada' }],
      tags: ['x'],
    },
  ],
});

const ENTRY = {
  id: 'g1',
  title: 'A & B',
  url: 'https://e.example/1',
  summary: 'In short',
  content: '<p>At length</p>',
  author: 'Ada',
  categories: ['x'],
  publishedAt: '2026-07-06T06:30:00.000Z',
};

describe('entries of a feed', () => {
  test.each([
    ['RSS', RSS],
    ['Atom', ATOM],
    ['JSON Feed', JSON_FEED],
  ])('%s', async (_, text) => {
    expect((await parseFeed(text))[0]).toEqual(ENTRY);
  });

  test('without an id are known by their content, and left out without any', async () => {
    const [, second, ...others] = await parseFeed(RSS);
    expect(second).toMatchObject({ id: expect.stringMatching(/^sha256:[0-9a-f]{64}$/), title: 'Only a title' });
    expect(second).not.toHaveProperty('publishedAt');
    expect(others).toEqual([]);
  });

  test.each(['<html><body>Not found</body></html>', 'no'])('%j is not a feed', async (text) => {
    await expect(parseFeed(text)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining('not a feed'),
    });
  });

  test('are read in a data process, and not by the executor', async () => {
    const url = new URL('https://e.example/moved');
    const read: unknown[] = [];
    const context = {
      config: { url: 'https://e.example/feed', startWith: 'existing' },
      position: null,
      http: { send: async () => ({ status: 200, headers: {}, body: Buffer.from('<rss'), url }) },
      runDataJob: async (...job: unknown[]) => {
        read.push(job);
        return [ENTRY];
      },
    };
    expect(await runner.poll!(context as never)).toMatchObject({ items: [ENTRY], hasMore: false });
    expect(read).toEqual([
      [
        { text: '<rss', url: url.href },
        { timeoutMs: 10_000, maxResultBytes: 8_388_608 },
      ],
    ]);
  });
});

describe('what is new', () => {
  const entry = (id: number) => ({ ...ENTRY, id: String(id) });
  const idsOf = (entries: { id: string }[]) => entries.map(({ id }) => Number(id));

  test('the first poll passes over what is there, or starts with it', () => {
    const entries = [3, 2, 1].map(entry);
    expect(newEntries(entries, null, 'new', 100).items).toEqual([]);
    expect(idsOf(newEntries(entries, null, 'existing', 100).items)).toEqual([1, 2, 3]);
  });

  test('each entry is found once, in the order of their age, however many fit into one poll', () => {
    const polls = fc.array(fc.uniqueArray(fc.nat(40), { maxLength: 20 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(polls, fc.integer({ min: 1, max: 5 }), (feeds, most) => {
        let seen: string[] = [];
        const started: number[] = [];
        for (const ids of feeds) {
          // Polls as often as necessary, and once more.
          for (let poll = 0; poll <= ids.length; poll += 1) {
            const found = newEntries(ids.map(entry), { seen }, 'new', most);
            expect(found.items.length).toBeLessThanOrEqual(most);
            started.push(...idsOf(found.items));
            ({ seen } = found);
          }
        }
        expect(started).toEqual([...new Set(feeds.flatMap((ids) => ids.toReversed()))]);
      }),
    );
  });
});

test.each([
  [{ 'retry-after': '120' }, 120_000],
  [{}, 0],
])('a feed that is answered 503 with %j is left alone for %d ms', async (headers, retryAfterMs) => {
  const answer = { status: 503, headers, body: Buffer.alloc(0) };
  const context = { config: { url: 'https://example.com/feed' }, position: null, http: { send: () => answer } };
  await expect(runner.poll!(context as never)).rejects.toMatchObject({
    message: 'The feed server answered 503',
    retryAfterMs,
  });
});
