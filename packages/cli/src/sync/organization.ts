import { ApiError, type Client, type Workflow } from '@workflow/client';
import { contentOf, type WorkflowContent } from '../files/workflow-file.ts';
import { digestOf } from '../files/canonical.ts';
import { itemsOf } from '../values/all-items.ts';

/** A workflow of the organization. */
export interface RemoteWorkflow {
  id: string;
  name: string;
  etag: string;
  content: WorkflowContent;
  digest: string;
  /** The published version equals the draft. */
  isPublished: boolean;
}

/** The part of an organization that a folder is compared with. */
export interface Organization {
  id: string;
  workflows: Map<string, RemoteWorkflow>;
  /** Names of credentials by id; null if the key may not list them. */
  credentials: Map<string, string> | null;
  /** Apps by id, with the number of the newest version; null if the key may not list them. */
  apps: Map<string, { name: string; version: number | null }> | null;
}

const AT_ONCE = 8;

/** Reads the organization of the key. */
export async function readOrganization(client: Client, signal: AbortSignal): Promise<Organization> {
  const { data: caller } = await client.call('GET /v1/caller', {}, { signal });
  const ids: string[] = [];
  for await (const { id } of client.workflows.list({ limit: 200 }, { signal })) ids.push(id);
  const workflows = new Map<string, RemoteWorkflow>();
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = await Promise.all(ids.slice(at, at + AT_ONCE).map((id) => readRemote(client, id, signal)));
    for (const workflow of some) if (workflow !== null) workflows.set(workflow.id, workflow);
  }
  const credentials = await unlessForbidden(() => readCredentials(client, signal));
  const apps = await unlessForbidden(() => readApps(client, signal));
  return { id: caller.organizationId, workflows, credentials, apps };
}

/** Returns null if the workflow was deleted. */
async function readRemote(client: Client, id: string, signal: AbortSignal): Promise<RemoteWorkflow | null> {
  try {
    const { data, headers } = await client.call('GET /v1/workflows/{id}', { path: { id } }, { signal });
    return remoteOf(data, headers.get('etag'));
  } catch (error) {
    if (error instanceof ApiError && error.httpStatus === 404) return null;
    throw error;
  }
}

export function remoteOf(workflow: Workflow, etag: string | null): RemoteWorkflow {
  const { id, name, revision, state } = workflow;
  const content = contentOf(workflow);
  const isPublished = state === 'PUBLISHED';
  return { id, name, content, digest: digestOf(content), isPublished, etag: etag ?? `"${revision}"` };
}

async function readCredentials(client: Client, signal: AbortSignal): Promise<Map<string, string>> {
  const all = await itemsOf((cursor) =>
    client.call('GET /v1/organization/credentials', { query: { ...cursor, limit: 200 } }, { signal }),
  );
  return new Map(all.map(({ id, name }) => [id, name]));
}

async function readApps(client: Client, signal: AbortSignal): Promise<NonNullable<Organization['apps']>> {
  const all = await itemsOf((cursor) =>
    client.call('GET /v1/organization/apps', { query: { ...cursor, limit: 200 } }, { signal }),
  );
  return new Map(all.map(({ id, name, version }) => [id, { name, version }]));
}

/** Returns null if the key may not read this. */
async function unlessForbidden<Result>(read: () => Promise<Result>): Promise<Result | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ApiError && error.httpStatus === 403) return null;
    throw error;
  }
}
