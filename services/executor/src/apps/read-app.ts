import type { GivenSource } from '@workflow/apps';
import type { SignIn } from '@workflow/component-kit/run';
import { readHttpUrl, type HttpClient } from '@workflow/outbound';
import { runDataJob, type Sandbox } from '@workflow/sandbox';
import type { ClaimedReading, ReadSnapshot } from '@workflow/session-store';
import type { JsonObject } from '@workflow/workflow-model';
import { isOutage } from '../loops/keep-trying.ts';
import { SessionSecrets, type SecretSource } from '../session/session-secrets.ts';
import { toStorableMessage } from '../session/storable-json.ts';
import { fetchDocument } from './fetch-document.ts';

/** The maximum length of a message. Longer messages of servers are shortened. */
const MAX_MESSAGE_LENGTH = 1_000;
/** The limits of the data job that reads a source. */
const READ_TIMEOUT_MS = 60_000;
const MAX_SNAPSHOT_BYTES = 64 * 1024 * 1024;
/** The types of credentials that can authenticate requests to apps. */
const CREDENTIAL_TYPES = ['http-basic', 'http-bearer', 'http-header', 'http-query', 'oauth2', 'mcp'];

/** The dependencies of readings. */
export interface ReadingTools {
  http: Pick<HttpClient, 'send'>;
  secretSource: SecretSource;
  dataProcesses: Sandbox;
}

type ReadingOutcome = { kind: 'read'; snapshot: ReadSnapshot } | { kind: 'failed'; message: string };

/**
 * Reads the source of an app. A failure is returned as a sentence without secrets.
 * @throws the errors of the store, and the reason of `stopping`
 */
export async function readApp(
  claimed: ClaimedReading,
  tools: ReadingTools,
  timeoutMs: number,
  stopping: AbortSignal,
): Promise<ReadingOutcome> {
  const secrets = new SessionSecrets(tools.secretSource, claimed.organizationId, { count: () => null });
  const timeUp = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([timeUp, stopping]);
  try {
    const source = await sourceOf(claimed, tools, secrets, signal);
    const { organizationId, id } = claimed;
    const job = {
      dataJob: 'read-app',
      values: source as unknown as JsonObject,
      limits: { timeoutMs: READ_TIMEOUT_MS, maxResultBytes: MAX_SNAPSHOT_BYTES },
    };
    const read = await runDataJob(tools.dataProcesses, job, { organizationId, workflowId: id }, signal);
    const { refused, ...snapshot } = read as { refused: string | null } & Record<string, unknown>;
    if (refused !== null)
      return { kind: 'failed', message: toStorableMessage(refused, secrets.mask, MAX_MESSAGE_LENGTH) };
    const readSnapshot = snapshot as unknown as ReadSnapshot;
    if (claimed.kind === 'openapi' && claimed.baseUrl === null && readSnapshot.baseUrl === null)
      return { kind: 'failed', message: 'The document names no server. Give a base URL' };
    return { kind: 'read', snapshot: readSnapshot };
  } catch (error) {
    if (stopping.aborted) throw stopping.reason;
    if (isOutage(error)) throw error;
    const reason = timeUp.aborted ? `no answer within ${Math.round(timeoutMs / 1_000)} s` : (error as Error).message;
    return { kind: 'failed', message: toStorableMessage(reason, secrets.mask, MAX_MESSAGE_LENGTH) };
  }
}

async function sourceOf(
  { kind, url, document, credential }: ClaimedReading,
  tools: ReadingTools,
  secrets: SessionSecrets,
  signal: AbortSignal,
): Promise<GivenSource> {
  if (document !== null) return { document: { text: document, url } };
  const signIn = credential === null ? null : ((await secrets.openCredential(credential, CREDENTIAL_TYPES)) as SignIn);
  if (kind === 'openapi') return { document: await fetchDocument(tools.http, url ?? '', signIn, signal) };
  // Most executors never read such a server, so the library is loaded only here.
  const { withMcpSession } = await import('@workflow/outbound/mcp');
  const server = { url: readHttpUrl(url ?? ''), signIn, signal, send: tools.http.send };
  return withMcpSession(server, async (session) => ({
    tools: { title: session.title, tools: await session.listTools() },
  }));
}
