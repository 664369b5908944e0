import type { App } from '../generated/client.ts';
import type { UseView } from '../management/references.ts';

/** An app as its organization sees it. */
export interface AppView {
  id: string;
  name: string;
  title: string;
  kind: 'openapi' | 'mcp';
  /** Null if its document was uploaded. */
  url: string | null;
  /** The base URL of its requests, from its settings or its document; null for an MCP server. */
  baseUrl: string | null;
  /** `failed` means that it was never read. After a failed refresh only the message changes. */
  status: 'reading' | 'ready' | 'failed';
  message: string | null;
  version: number | null;
  operationCount: number;
  credential: string | null;
  /** The effects that an admin set, by key. */
  effects: Record<string, string>;
  usedBy: UseView[];
  createdAt: string;
  refreshedAt: string | null;
}

/** @param foundBaseUrl the base URL that the newest version states */
export function appView(row: App, foundBaseUrl: string | null, usedBy: UseView[]): AppView {
  return {
    id: row.id,
    name: row.name,
    title: row.title || row.name,
    kind: row.kind === 'MCP' ? 'mcp' : 'openapi',
    url: row.url,
    baseUrl: row.baseUrl ?? foundBaseUrl,
    status: statusOf(row),
    message: row.message,
    version: row.version,
    operationCount: row.operationCount,
    credential: row.credentialId,
    effects: row.effects as Record<string, string>,
    usedBy,
    createdAt: row.createdAt.toISOString(),
    refreshedAt: row.refreshedAt?.toISOString() ?? null,
  };
}

function statusOf({ readAt, version }: App): AppView['status'] {
  if (readAt !== null) return 'reading';
  return version === null ? 'failed' : 'ready';
}
