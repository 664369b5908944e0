import { expect, test } from '@jest/globals';
import { decodeFeed } from './decode-feed.ts';
import { readEntries } from './read-entries.ts';

/** Feeds that readers once failed on, by the subjects of public reports. */

const NAMES =
  'xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" version="2.0"';
const rss = (item: string): string => `<rss ${NAMES}><channel><title>t</title><item>${item}</item></channel></rss>`;
const read = (text: string) => readEntries(text, 'https://a.example/feed/');

test.each<[string, string, object]>([
  [
    'a date in CDATA',
    '<guid>1</guid><pubDate><![CDATA[ 2018-12-21 11:27:25 +0800 ]]></pubDate>',
    { publishedAt: '2018-12-21T03:27:25.000Z' },
  ],
  [
    'spaces around a date',
    '<guid>1</guid><pubDate> Sat, 13 Mar 2021 08:47:51 -0500 </pubDate>',
    { publishedAt: '2021-03-13T13:47:51.000Z' },
  ],
  [
    'a year of two digits and a named zone',
    '<guid>1</guid><pubDate>Mon, 6 Jul 26 8:30 EST</pubDate>',
    { publishedAt: '2026-07-06T13:30:00.000Z' },
  ],
  ['a date of another language', '<guid>1</guid><pubDate>lun., 06 juil. 2026 08:30 +0200</pubDate>', { id: '1' }],
  ['no title', '<guid>1</guid><description>d</description>', { title: '', summary: 'd' }],
  ['an empty guid', '<guid isPermaLink="false"/><link>https://a.example/1</link>', { id: 'https://a.example/1' }],
  ['a relative link', '<guid>1</guid><link>../x y</link>', { url: 'https://a.example/x%20y' }],
  [
    'an ampersand that is not escaped',
    '<guid>1</guid><title>A & B</title><link>https://a.example/?x=1&y=2</link>',
    { title: 'A & B', url: 'https://a.example/?x=1&y=2' },
  ],
  ['an entity of HTML', '<guid>1</guid><title>A&nbsp;B</title>', { title: 'A\u00A0B' }],
  [
    'content and a creator of other vocabularies',
    '<guid>1</guid><content:encoded>&lt;b&gt;L&lt;/b&gt;</content:encoded><dc:creator>tobi</dc:creator>',
    { content: '<b>L</b>', author: 'tobi' },
  ],
])('an entry of RSS with %s is read', (_what, item, entry) => {
  expect(read(rss(item))).toEqual([expect.objectContaining(entry)]);
});

test.each<[string, string, object]>([
  [
    'RDF whose channel is empty',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel/>' +
      '<item rdf:about="https://a.example/1"><title>x</title></item></rdf:RDF>',
    { id: 'https://a.example/1', title: 'x' },
  ],
  [
    'Atom with a date without a time and two links',
    '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><link rel="self" href="/s"/>' +
      '<link rel="alternate" href="/1"/><updated>2020-12-27</updated></entry></feed>',
    { url: 'https://a.example/1', publishedAt: '2020-12-27T00:00:00.000Z' },
  ],
  [
    'a JSON feed whose id is a number',
    '{"version":"https://jsonfeed.org/version/1.1","title":"t","items":[{"id":1,"content_text":"x"}]}',
    { id: '1', content: 'x' },
  ],
  ['an empty line before the declaration', `\n<?xml version="1.0"?>${rss('<guid>1</guid>')}`, { id: '1' }],
])('%s is read', (_what, text, entry) => expect(read(text)).toEqual([expect.objectContaining(entry)]));

test.each<[string, BufferEncoding, string, string]>([
  ['its declaration', 'latin1', '<?xml version="1.0" encoding="ISO-8859-1"?>', 'text/xml'],
  [
    'the header, which precedes the declaration',
    'latin1',
    '<?xml version="1.0" encoding="utf-8"?>',
    'a/b; charset=iso-8859-1',
  ],
  ['its byte order mark', 'utf16le', '\uFEFF<?xml version="1.0" encoding="utf-16"?>', 'text/xml'],
])('a feed is decoded by %s', (_what, encoding, declaration, type) => {
  const body = Buffer.from(declaration + rss('<guid>1</guid><title>Zürich</title>'), encoding);
  const text = decodeFeed({ body, headers: { 'content-type': type } });
  expect(read(text)).toEqual([expect.objectContaining({ title: 'Zürich' })]);
});

test('a page of HTML is not a feed', () => expect(() => read('<!doctype html><p>x')).toThrow('Unrecognized'));
