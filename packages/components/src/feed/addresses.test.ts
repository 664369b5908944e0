import { describe, expect, test } from '@jest/globals';
import { decodeFeed } from './decode-feed.ts';
import { newEntries } from './new-entries.ts';
import { readEntries } from './read-entries.ts';

const URL = 'https://e.example/news/feed.xml';
const rss = (items: string, more = '', channel = '') =>
  `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" ${more}><channel ${channel}><title>T</title>` +
  `<link>https://e.example/</link>${items}</channel></rss>`;
const atom = (entries: string, more = '') =>
  `<feed xmlns="http://www.w3.org/2005/Atom" ${more}><title>T</title><id>f</id>${entries}</feed>`;
const urlsOf = (text: string) => readEntries(text, URL).map(({ url }) => url);

/** https://www.w3.org/TR/xmlbase/, RFC 3986 §5.1, RFC 4287 §2, and RSS 2.0 on guids. */
describe('the address of an entry', () => {
  test.each<[string, string, string]>([
    ['a relative link', rss('<item><link>/a</link></item>'), 'https://e.example/a'],
    ['one below the feed', rss('<item><link>a?b=1</link></item>'), 'https://e.example/news/a?b=1'],
    ['one without a scheme', rss('<item><link>//o.example/a</link></item>'), 'https://o.example/a'],
    [
      'xml:base of the feed',
      rss('<item><link>a</link></item>', 'xml:base="https://o.example/d/"'),
      'https://o.example/d/a',
    ],
    [
      'xml:base of feed, channel and item',
      rss('<item xml:base="3/"><link>a</link></item>', 'xml:base="https://o.example/1/"', 'xml:base="2/"'),
      'https://o.example/1/2/3/a',
    ],
    ['a relative link of Atom', atom('<entry><id>1</id><link href="../a"/></entry>'), 'https://e.example/a'],
    [
      'xml:base of feed and entry',
      atom('<entry xml:base="2/"><id>1</id><link href="a"/></entry>', `xml:base='https://o.example/1/'`),
      'https://o.example/1/2/a',
    ],
    [
      'xml:base of a link',
      atom('<entry xml:base="/2/"><id>1</id><link rel="alternate" href="a" xml:base="3/"/></entry>'),
      'https://e.example/2/3/a',
    ],
    [
      'xml:base of a link with dollar signs',
      atom('<entry><id>1</id><link href="a" xml:base="/$`/$1/$&/"/></entry>').replace('$&', '$&amp;'),
      'https://e.example/$%60/$1/$&/a',
    ],
    ['a permalink', rss('<item><guid isPermaLink="true">https://e.example/p</guid></item>'), 'https://e.example/p'],
    ['a permalink by default', rss('<item><guid>https://e.example/p</guid></item>'), 'https://e.example/p'],
    ['a relative permalink', rss('<item><guid isPermaLink="true">/p</guid></item>'), 'https://e.example/p'],
    [
      'a link before a permalink',
      rss('<item><guid>https://e.example/p</guid><link>/a</link></item>'),
      'https://e.example/a',
    ],
    ['a guid that is none', rss('<item><guid isPermaLink="false">https://e.example/p</guid></item>'), ''],
    ['a guid that is no address', rss('<item><guid>tag:1</guid></item>'), ''],
    [
      'a link of Atom in RSS',
      rss('<item><guid>1</guid><atom:link rel="alternate" href="/a"/></item>'),
      'https://e.example/a',
    ],
    ['what is no address', rss('<item><guid>1</guid><link>http://[</link></item>'), 'http://['],
  ])('with %s is absolute', (_, text, expected) => {
    expect(urlsOf(text)).toEqual([expected]);
  });

  test('of JSON Feed is absolute', () => {
    const items = [{ id: 1, url: '/a' }, { id: 2, external_url: 'b' }, { id: 3 }];
    const text = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'T', items });
    expect(urlsOf(text)).toEqual(['https://e.example/a', 'https://e.example/news/b', '']);
  });
});

describe('an entry without an id', () => {
  const idsOf = (text: string) => readEntries(text, URL).map(({ id }) => id);
  const poll = (text: string, seen: string[]) => newEntries(readEntries(text, URL), { seen }, 'new', 100);
  const titlesOf = (items: { title: string }[]) => items.map(({ title }) => title);
  const item = (title: string, link = '/status') => `<item><title>${title}</title><link>${link}</link></item>`;

  test.each<[string, string, number]>([
    ['that share a link', rss(item('a') + item('b') + item('c')), 3],
    [
      'that share a link and a title',
      rss(['1', '2'].map((n) => `${item('a').slice(0, -7)}<pubDate>2026-07-0${n}</pubDate></item>`).join('')),
      2,
    ],
    [
      'that have a description alone',
      rss('<item><description>a</description></item><item><description>b</description></item>'),
      2,
    ],
    ['that have an enclosure alone', rss('<item><enclosure url="a.mp3" type="a/b" length="1"/></item>'), 1],
    ['with equal content', rss(item('a') + item('a')), 1],
    ['that are empty', rss('<item></item>'), 0],
  ])('entries %s have different ids', (_, text, count) => {
    expect(new Set(idsOf(text)).size).toBe(count);
    expect(newEntries(readEntries(text, URL), null, 'existing', 100).items).toHaveLength(count);
  });

  test('is known by its address when its title changes, and by its content where the address is shared', () => {
    const first = poll(rss(item('a', '/1')), []);
    expect(titlesOf(first.items)).toEqual(['a']);
    expect(first.items[0]).not.toHaveProperty('otherIds');
    expect(poll(rss(item('changed', '/1')), first.seen).items).toEqual([]);
    const shared = poll(rss(item('b', '/1') + item('a', '/1')), first.seen);
    expect(titlesOf(shared.items)).toEqual(['b']);
    expect(poll(rss(item('b', '/1')), shared.seen).items).toEqual([]);
  });

  test('is new each time where the address is that of the site', () => {
    const first = poll(rss(item('a', 'https://e.example/')), []);
    expect(titlesOf(poll(rss(item('b', 'https://e.example/')), first.seen).items)).toEqual(['b']);
  });

  test('follows in the next poll where there are too many, each once', () => {
    const entries = readEntries(rss(item('a', '/1') + item('b', '/1') + item('c', '/2')), URL);
    const titles: string[] = [];
    let seen: string[] = [];
    for (let polls = 0; polls < 5; polls += 1) {
      const found = newEntries(entries, { seen }, 'new', 1);
      titles.push(...titlesOf(found.items));
      ({ seen } = found);
    }
    expect(titles).toEqual(['c', 'b', 'a']);
  });
});

/** RFC 7303 §3, https://www.w3.org/TR/xml/#charencoding, https://encoding.spec.whatwg.org/#decode. */
describe('the encoding of a feed', () => {
  const text = (declared: string) => `<?xml version="1.0"${declared}?>${rss('<item><title>grün €</title></item>')}`;
  const utf16 = (label = 'UTF-16') => Buffer.from(text(` encoding="${label}"`), 'utf16le');
  const marked = (mark: number[], bytes: Buffer) => Buffer.concat([Buffer.from(mark), bytes]);

  test.each<[string, string | undefined, Buffer]>([
    ['UTF-16 with its mark', 'application/xml', marked([0xff, 0xfe], utf16())],
    ['UTF-16BE with its mark', 'application/rss+xml', marked([0xfe, 0xff], utf16().swap16())],
    ['UTF-16LE without a mark', undefined, utf16()],
    ['UTF-16BE without a mark', 'application/xml', utf16().swap16()],
    ['UTF-16BE by its header', 'application/xml; charset=utf-16', utf16().swap16()],
    [
      'a mark against the header',
      'application/xml; charset=iso-8859-1',
      marked([0xef, 0xbb, 0xbf], Buffer.from(text(''))),
    ],
    ['a mark against the declaration', undefined, marked([0xff, 0xfe], utf16('utf-8'))],
    ['the header against the declaration', `text/xml; charset='utf-8'`, Buffer.from(text(' encoding="iso-8859-1"'))],
    ['the declaration', 'text/xml', Buffer.from(text(` encoding='utf-8'`))],
    ['a label that nobody knows', 'text/xml; charset=klingon', Buffer.from(text(''))],
  ])('%s', (_, type, body) => {
    const decoded = decodeFeed({ headers: type === undefined ? {} : { 'content-type': type }, body });
    expect(readEntries(decoded, URL).map(({ title }) => title)).toEqual(['grün €']);
  });
});
