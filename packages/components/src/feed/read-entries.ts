import { parseFeed } from 'feedsmith';
import type { FeedEntry } from './feed-entry.ts';

/** Further entries of a feed are not looked at. */
const MAX_ENTRIES = 1_000;

/** What is read of the library's result, whose own types take the compiler minutes. */
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
  guid?: { value?: string };
  rdf?: { about?: string };
  dc?: { creators?: string[]; dates?: string[]; subjects?: string[] };
  authors?: (Person | string)[];
  categories?: { name?: string }[];
  tags?: string[];
  pubDate?: string;
  date_published?: string;
  date_modified?: string;
}

interface AtomText {
  value?: string;
}

interface AtomEntry {
  id?: string;
  title?: AtomText;
  summary?: AtomText;
  content?: AtomText;
  links?: { href?: string; rel?: string }[];
  authors?: Person[];
  categories?: { label?: string; term?: string }[];
  published?: string;
  updated?: string;
}

type Parsed =
  | { format: 'rss' | 'rdf' | 'json'; feed: { items?: Item[] } }
  | { format: 'atom'; feed: { entries?: AtomEntry[] } };

const parse: (text: string) => Parsed = parseFeed as never;

/** Entries of a feed, in its order; those without anything to know them by are left out. @throws when it is none */
export function readEntries(text: string): FeedEntry[] {
  const parsed = parse(text);
  return entriesOf(parsed)
    .slice(0, MAX_ENTRIES)
    .flatMap(({ id, publishedAt, ...entry }) => {
      const known = id || entry.url || entry.title;
      if (known === '') return [];
      const time = publishedAt === undefined ? Number.NaN : Date.parse(publishedAt);
      return [{ id: known, ...entry, ...(!Number.isNaN(time) && { publishedAt: new Date(time).toISOString() }) }];
    });
}

type ReadEntry = Omit<FeedEntry, 'publishedAt'> & { publishedAt: string | undefined };

function entriesOf(parsed: Parsed): ReadEntry[] {
  switch (parsed.format) {
    case 'rss':
      return (parsed.feed.items ?? []).map(ofRss);
    case 'atom':
      return (parsed.feed.entries ?? []).map(ofAtom);
    case 'rdf':
      return (parsed.feed.items ?? []).map(ofRdf);
    case 'json':
      return (parsed.feed.items ?? []).map(ofJson);
    default:
      throw new Error('its format is not known');
  }
}

function ofRss(item: Item): ReadEntry {
  return {
    id: item.guid?.value ?? '',
    title: item.title ?? '',
    url: item.link ?? '',
    summary: item.description ?? '',
    content: item.content?.encoded ?? '',
    author: texts([item.dc?.creators?.[0], ...(item.authors ?? []).map(nameOf)])[0] ?? '',
    categories: texts((item.categories ?? []).map(({ name }) => name)),
    publishedAt: item.pubDate ?? item.dc?.dates?.[0],
  };
}

function ofAtom(entry: AtomEntry): ReadEntry {
  const links = entry.links ?? [];
  const page = links.find(({ rel }) => rel === undefined || rel === 'alternate') ?? links[0];
  return {
    id: entry.id ?? '',
    title: entry.title?.value ?? '',
    url: page?.href ?? '',
    summary: entry.summary?.value ?? '',
    content: entry.content?.value ?? '',
    author: texts((entry.authors ?? []).map(nameOf))[0] ?? '',
    categories: texts((entry.categories ?? []).map(({ label, term }) => label ?? term)),
    publishedAt: entry.published ?? entry.updated,
  };
}

function ofRdf(item: Item): ReadEntry {
  return {
    id: item.rdf?.about ?? '',
    title: item.title ?? '',
    url: item.link ?? '',
    summary: item.description ?? '',
    content: item.content?.encoded ?? '',
    author: item.dc?.creators?.[0] ?? '',
    categories: texts(item.dc?.subjects ?? []),
    publishedAt: item.dc?.dates?.[0],
  };
}

function ofJson(item: Item): ReadEntry {
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
