import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitFor, type ApiClient, type LabWorkflow } from '@workflow/test-harness';
import type { JsonObject, SessionView } from '@workflow/workflow-model';
import { Pool } from 'pg';
import { AddressRecorder } from '../../chaos/address-recorder.ts';

const WITHIN_MS = 120_000;
const VALUES = { name: 'Ada', amount: 1 };

/** The servers that waiting sessions need, and the database, in which the end of a wait is moved to the present. */
export class WaitingLab {
  readonly database: Pool;
  /** The third party that receives the addresses of questions. */
  readonly recorder: AddressRecorder;
  readonly recorderUrl: string;
  /** A server that answers the first call of each path except `/` with 503, and all others with 200. */
  readonly flakyUrl: string;
  readonly #closeFlaky: () => void;
  #questions = 0;

  private constructor(database: Pool, recorder: AddressRecorder, recorderUrl: string, flaky: FlakyServer) {
    this.database = database;
    this.recorder = recorder;
    this.recorderUrl = recorderUrl;
    this.flakyUrl = flaky.url;
    this.#closeFlaky = flaky.close;
  }

  static async open(databaseUrl: string): Promise<WaitingLab> {
    const database = new Pool({ connectionString: databaseUrl, max: 5 });
    const recorder = new AddressRecorder();
    return new WaitingLab(database, recorder, await recorder.listen(), await startFlakyServer());
  }

  /** Returns a number by which the recorder finds the address of a question. */
  nextQuestion(): number {
    this.#questions += 1;
    return this.#questions;
  }

  /** Moves the time that a waiting session waits for to the past. */
  async makeDue(sessionId: string): Promise<void> {
    await this.database.query(
      `UPDATE steps SET output = jsonb_set(output, '{until}', to_jsonb(now() - interval '1 minute'))
       WHERE session_id = $1 AND status = 'WAITING' AND output->>'until' IS NOT NULL`,
      [sessionId],
    );
    const { rowCount } = await this.database.query(
      `UPDATE sessions SET due_at = clock_timestamp() WHERE id = $1 AND status = 'WAITING'`,
      [sessionId],
    );
    assert.equal(rowCount, 1, `${sessionId} does not wait any more`);
  }

  async close(): Promise<void> {
    await this.database.end();
    this.recorder.close();
    this.#closeFlaky();
  }
}

interface FlakyServer {
  url: string;
  close(): void;
}

async function startFlakyServer(): Promise<FlakyServer> {
  const called = new Set<string>(['/']);
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    response.statusCode = called.has(path) ? 200 : 503;
    called.add(path);
    request.resume();
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Publishes a workflow and starts a session of it. @returns the session's id */
export async function begin(api: ApiClient, { definition, startId }: LabWorkflow, values?: JsonObject) {
  return run(api, await api.publish('Waits', definition), startId, values);
}

/** Starts a session. @returns its id */
export async function run(api: ApiClient, workflowId: string, startId: string, values?: JsonObject): Promise<string> {
  const { status, body } = await api.run(workflowId, startId, values ?? VALUES);
  assert.equal(status, 200, JSON.stringify(body));
  return String(body['sessionId']);
}

export async function listSessions(api: ApiClient, query: string): Promise<SessionView[]> {
  return (await api.call<{ items: SessionView[] }>('GET', `/v1/sessions?${query}`)).items;
}

/** Waits until a session waits for the reason that its `waitingFor` shows. */
export async function untilWaiting(api: ApiClient, sessionId: string, reason: string): Promise<void> {
  const isWaiting = async (): Promise<boolean> => {
    const session = await api.call<SessionView>('GET', `/v1/sessions/${sessionId}`);
    return session.waitingFor === reason;
  };
  await waitFor(isWaiting, { withinMs: WITHIN_MS, what: `${sessionId} to wait for ${reason}` });
}

/** Waits until a session has SUCCEEDED. @throws if it ended otherwise */
export async function succeeds(api: ApiClient, sessionId: string): Promise<SessionView> {
  const session = await api.untilEnded(sessionId);
  assert.equal(session.status, 'SUCCEEDED', JSON.stringify(session.error));
  return session;
}
