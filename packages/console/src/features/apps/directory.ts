import { queryOptions } from '@tanstack/react-query';
import type { JsonObject } from '@workflow/workflow-model';
import directoryUrl from './directory/directory.json?url';

/** A well-known app that the product knows how to add. */
export interface DirectoryEntry {
  /** The name of the app in the organization. */
  name: string;
  title: string;
  /** A sentence about what it offers. */
  about: string;
  kind: 'mcp' | 'openapi';
  url?: string;
  /** The name of a document that ships with the product, instead of a URL. */
  document?: string;
  /** The credential that signs in, with its fields that are known; null when no credential does. */
  credential: { type: string; fields: JsonObject } | null;
  /** A sentence about what its users need. */
  signIn: string;
  /** The page of the vendor that names the address and the way to sign in. */
  docs: string;
}

const DOCUMENTS = import.meta.glob<string>('./directory/documents/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Files of a build never change. */
export const directoryQuery = queryOptions({
  queryKey: ['app-directory'],
  staleTime: Infinity,
  queryFn: async () => (await readFile(directoryUrl)).json() as Promise<DirectoryEntry[]>,
});

/** Returns the text of a document that ships with the product. */
export async function readShippedDocument(name: string): Promise<string> {
  return (await readFile(DOCUMENTS[`./directory/documents/${name}.json`] ?? '')).text();
}

/** Returns the entries in which every word of a search occurs. */
export function findInDirectory(entries: readonly DirectoryEntry[], search: string): DirectoryEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(({ name, title, about }) => {
    const text = `${name} ${title} ${about}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

async function readFile(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`Could not read the directory: HTTP ${response.status}`);
  return response;
}
