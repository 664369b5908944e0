import { createHash } from 'node:crypto';
import { readInternetDate } from '@workflow/component-kit/data-job';
import { parseFeed } from 'feedsmith';
import { Addresses, markLinkBases } from './addresses.ts';
import type { FeedEntry } from './feed-entry.ts';

/** The maximum number of entries. More are ignored. */
const MAX_ENTRIES = 1_000;

/** The used fields of the library's result, whose types take the compiler minutes. */
interface Person {
  name?: string;
  email?: string;
}

interface Item {
  id?: string;
  url?: string;
  external_url?: string;
  title?: string;
  link?: string;
  description?: string;
  summary?: string;
  content?: { encoded?: string };
  content_html?: string;
  content_text?: string;
  guid?: { value?: string; isPermaLink?: boolean };
  enclosures?: { url?: string }[];
  atom?: { links?: AtomLink[] };
  xml?: { base?: string };
  rdf?: { about?: string };
  dc?: { creators?: string[]; dates?: string[]; subjects?: string[] };
  authors?: (Person | string)[];
  categories?: { name?: string }[];
  tags?: string[];
  pubDate?: string;
  date_published?: string;
  date_modified?: string;
}

interface AtomLink {
  href?: string;
  rel?: string;
}

interface AtomText {
  value?: string;
}

interface AtomEntry {
  id?: string;
  title?: AtomText;
  summary?: AtomText;
  content?: AtomText;
  links?: AtomLink[];
  xml?: { base?: string };
  authors?: Person[];
  categories?: { label?: string; term?: string }[];
  published?: string;
  updated?: string;
}

interface Feed {
  link?: string;
  items?: Item[];
  entries?: AtomEntry[];
  xml?: { base?: string };
}

interface Parsed {
  format: 'rss' | 'rdf' | 'json' | 'atom';
  feed: Feed;
}

const parse: (text: string) => Parsed = parseFeed as never;

/**
 * Returns the entries of a feed, in its order. Empty entries are left out.
 * @param url the URL of the feed, against which relative addresses are resolved (RFC 3986 §5.1.3)
 * @throws Error if the text is not a feed
 */
export function readEntries(text: string, url: string): FeedEntry[] {
  const { format, feed } = parse(markLinkBases(text));
  const addresses = new Addresses(url, text, feed.xml?.base);
  const items = (format === 'atom' ? feed.entries : feed.items) ?? [];
  const read = items.slice(0, MAX_ENTRIES).map((item) => entryOf(format, item as Item & AtomEntry, addresses));
  const home = addresses.absolute(feed.link);
  const shared = sharedLinks(read.map(({ entry }) => entry));
  return read.flatMap(({ entry, content }) => {
    if (entry.id !== '') return [entry];
    if (content === '') return [];
    // A URL that several entries have, or that is the site's, identifies no entry.
    const ids = entry.url === '' ? [content] : [entry.url, content];
    const isByContent = entry.url === '' || entry.url === home || shared.has(entry.url);
    const [id = content, ...otherIds] = isByContent ? ids.toReversed() : ids;
    return [{ ...entry, id, ...(otherIds.length > 0 && { otherIds }) }];
  });
}

/** Returns URLs of several entries that have no ids. */
function sharedLinks(entries: readonly FeedEntry[]): Set<string> {
  const links = entries.filter(({ id, url }) => id === '' && url !== '').map(({ url }) => url);
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const url of links) (seen.has(url) ? shared : seen).add(url);
  return shared;
}

type RawEntry = Omit<FeedEntry, 'publishedAt' | 'otherIds'> & { publishedAt: string | undefined };

/** Returns the entry and `content`, an id from its whole content. It is '' if the entry is empty. */
function entryOf(format: Parsed['format'], item: Item & AtomEntry, addresses: Addresses) {
  const { publishedAt, url, ...entry } = readEntry(format, item);
  const moment = publishedAt === undefined ? null : readInternetDate(publishedAt);
  const { title, summary, content } = entry;
  const parts = [url, title, summary, content, item.enclosures?.[0]?.url ?? ''];
  const isEmpty = parts.every((part) => part === '');
  const digest = createHash('sha256').update(JSON.stringify([...parts, publishedAt ?? '']));
  return {
    entry: { ...entry, url: addresses.absolute(url, item.xml?.base), ...(moment !== null && { publishedAt: moment }) },
    content: isEmpty ? '' : `sha256:${digest.digest('hex')}`,
  };
}

function readEntry(format: Parsed['format'], item: Item & AtomEntry): RawEntry {
  switch (format) {
    case 'rss':
      return ofRss(item);
    case 'atom':
      return ofAtom(item);
    case 'rdf':
      return ofRdf(item);
    case 'json':
      return ofJson(item);
    default:
      throw new Error('its format is unknown');
  }
}

function ofRss(item: Item): RawEntry {
  return {
    id: item.guid?.value ?? '',
    title: item.title ?? '',
    url: item.link ?? permalinkOf(item) ?? pageOf(item.atom?.links),
    summary: item.description ?? '',
    content: item.content?.encoded ?? '',
    author: texts([item.dc?.creators?.[0], ...(item.authors ?? []).map(nameOf)])[0] ?? '',
    categories: texts((item.categories ?? []).map(({ name }) => name)),
    publishedAt: item.pubDate ?? item.dc?.dates?.[0],
  };
}

/** Returns the guid if it is a URL, which is the default (RSS 2.0, `<guid>`). */
function permalinkOf({ guid }: Item): string | undefined {
  if (guid?.value === undefined || guid.isPermaLink === false) return undefined;
  return guid.isPermaLink === true || /^https?:\/\//i.test(guid.value) ? guid.value : undefined;
}

/** Returns the page of an entry from its links (RFC 4287 §4.1.1). */
function pageOf(links: readonly AtomLink[] = []): string {
  return (links.find(({ rel }) => rel === undefined || rel === 'alternate') ?? links[0])?.href ?? '';
}

function ofAtom(entry: AtomEntry): RawEntry {
  return {
    id: entry.id ?? '',
    title: entry.title?.value ?? '',
    url: pageOf(entry.links),
    summary: entry.summary?.value ?? '',
    content: entry.content?.value ?? '',
    author: texts((entry.authors ?? []).map(nameOf))[0] ?? '',
    categories: texts((entry.categories ?? []).map(({ label, term }) => label ?? term)),
    publishedAt: entry.published ?? entry.updated,
  };
}

function ofRdf(item: Item): RawEntry {
  return {
    id: item.rdf?.about ?? '',
    title: item.title ?? '',
    url: item.link ?? item.rdf?.about ?? '',
    summary: item.description ?? '',
    content: item.content?.encoded ?? '',
    author: item.dc?.creators?.[0] ?? '',
    categories: texts(item.dc?.subjects ?? []),
    publishedAt: item.dc?.dates?.[0],
  };
}

function ofJson(item: Item): RawEntry {
  return {
    id: item.id ?? '',
    title: item.title ?? '',
    url: item.url ?? item.external_url ?? '',
    summary: item.summary ?? '',
    content: item.content_html ?? item.content_text ?? '',
    author: texts((item.authors ?? []).map(nameOf))[0] ?? '',
    categories: item.tags ?? [],
    publishedAt: item.date_published ?? item.date_modified,
  };
}

function nameOf(person: Person | string): string | undefined {
  return typeof person === 'string' ? person : (person.name ?? person.email);
}

function texts(values: readonly (string | undefined)[]): string[] {
  return values.filter((value) => value !== undefined && value !== '') as string[];
}
