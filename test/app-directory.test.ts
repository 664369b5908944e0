import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { readSource } from '@workflow/apps/readers';
import { findCredentialType } from '@workflow/credentials/descriptors';

interface Entry {
  name: string;
  title: string;
  about: string;
  kind: 'mcp' | 'openapi';
  url?: string;
  document?: string;
  credential: { type: string; fields: Record<string, unknown> } | null;
  signIn: string;
  docs: string;
}

const FOLDER = fileURLToPath(new URL('../packages/console/src/features/apps/directory/', import.meta.url));
const DIRECTORY = JSON.parse(readFileSync(`${FOLDER}directory.json`, 'utf8')) as Entry[];
const DOCUMENTS = readdirSync(`${FOLDER}documents`).map((file) => file.replace(/\.json$/, ''));

const FIELDS = ['name', 'title', 'about', 'kind', 'credential', 'signIn', 'docs'];

test('every entry has a name that no other has, what it offers, and a page of the vendor', () => {
  for (const field of ['name', 'title'] as const)
    expect(new Set(DIRECTORY.map((entry) => entry[field])).size).toBe(DIRECTORY.length);
  for (const entry of DIRECTORY) {
    const source = entry.document === undefined ? 'url' : 'document';
    expect(Object.keys(entry).toSorted()).toEqual([...FIELDS, source].toSorted());
    expect(entry.name).toMatch(/^[a-z0-9][a-z0-9-]{0,39}$/);
    expect(['mcp', 'openapi']).toContain(entry.kind);
    for (const text of [entry.about, entry.signIn]) expect(text).toMatch(/^[A-Z].*\.$/);
    for (const url of [entry.docs, entry.url ?? entry.docs]) expect(url).toMatch(/^https:\/\/[^\s@]+$/);
  }
  expect(DIRECTORY.length).toBeGreaterThanOrEqual(30);
});

test.each(DIRECTORY.map((entry) => [entry.name, entry] as const))(
  'the credential of %s has a known type, known fields, and no secret',
  (_, { kind, credential }) => {
    if (credential === null) return;
    const descriptor = findCredentialType(credential.type);
    expect(descriptor).toBeDefined();
    const known = Object.keys(descriptor?.schema['properties'] as object);
    expect(known).toEqual(expect.arrayContaining(Object.keys(credential.fields)));
    for (const secret of descriptor?.secretFields ?? []) expect(credential.fields).not.toHaveProperty(secret);
    expect(credential.type === 'mcp').toBe(kind === 'mcp');
    // A secret is sent only to hosts that the credential names.
    expect(kind === 'mcp' || (credential.fields['hosts'] as string[]).length > 0).toBe(true);
  },
);

test('each document belongs to an entry', () => {
  const named = DIRECTORY.flatMap(({ document = [] }) => document);
  expect(named.toSorted()).toEqual(DOCUMENTS.toSorted());
});

const KEYS: Record<string, string[]> = {
  slack: ['chat.postMessage'],
  telegram: ['sendMessage'],
  discord: ['createMessage', 'executeWebhook'],
  'google-sheets': ['values.get', 'values.append'],
  'github-issues': ['issues.list', 'issues.create', 'issues.comment'],
};

test.each(DOCUMENTS)('%s is read whole, with a typed body and the credential of its entry', (name) => {
  const text = readFileSync(`${FOLDER}documents/${name}.json`, 'utf8');
  const source = readSource({ document: { text, url: null } });
  if ('refused' in source) throw new Error(source.refused);
  const { operations, message, baseUrl } = source.snapshot;
  expect(message).toBeNull();
  expect(operations.map(({ key }) => key)).toEqual(KEYS[name]);
  const entry = DIRECTORY.find(({ document }) => document === name);
  for (const { title, description, content } of operations) {
    expect([title, description]).not.toContain('');
    expect(content.returns.fields?.find(({ key }) => key === 'body')?.type).toMatch(/^(OBJECT|LIST)$/);
    const types = content.needsSignIn ? content.credentials.map(({ type }) => type as string) : [];
    expect(types.filter((type) => type !== entry?.credential?.type)).toEqual([]);
  }
  const hosts = (entry?.credential?.fields['hosts'] ?? [new URL(baseUrl ?? '').hostname]) as string[];
  expect(hosts).toContain(new URL(baseUrl ?? '').hostname);
});
