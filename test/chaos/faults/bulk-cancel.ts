import { createApiClient, createOrganization, delayWorkflow, waitFor, type Lab } from '@workflow/test-harness';
import type { Client } from 'pg';
import { runRequest, workflowIdOf } from '../../load/lab-requests.ts';
import { fillWaiting } from '../fill-waiting.ts';
import type { Verdict } from '../judge.ts';
import { labFault, type FaultRun, type Queue } from '../lab-fault.ts';
import { timeBar } from '../bars.ts';
import { postRuns } from '../post-runs.ts';

const DELAY_SECONDS = 3_600;
/** The queue makes little difference, so only one row has a million. */
const MOST_SESSIONS = { redis: 1_000_000, postgres: 100_000 };
/** The share of the sessions that become due while the operation cancels them. */
const DUE_SHARE = 0.1;
/** A neighbour's runs a second, and the share of them that must still end in time. */
const RATE = 50;
const RATE_SHARE = 0.9;

/** Very many waiting sessions are cancelled by a filter, while another organization works. */
export const bulkCancel = (['redis', 'postgres'] as const).map((backend) =>
  labFault({
    name: `waiting sessions cancelled by a filter, queue ${backend}`,
    short: backend === 'redis',
    share: backend === 'redis' ? 1 : 0.5,
    inject: (run) => inject(run, backend),
  }),
);

async function inject({ size, startLab }: FaultRun, backend: Queue): Promise<Verdict> {
  const lab = await startLab({ backend, executors: 2, prepareDatabase: recordClaims });
  const api = createApiClient(lab.ingressUrl, (await createOrganization(lab.postgres.url, 'Neighbour')).apiKey);
  const neighbour = await runRequest({ api, ingressPorts: lab.ingressPorts });
  const request = await runRequest(lab, delayWorkflow(DELAY_SECONDS));
  const workflowId = workflowIdOf(request);
  const { accepted: first } = await postRuns({ requests: [request], total: 1, ratePerSecond: 10 });
  const total = size.sessions ?? size.of(MOST_SESSIONS[backend], 2_000);
  await lab.withDatabase((database) => fillWaiting(database, first[0]!, total - 1));
  let over = false;
  const posts = postRuns({ requests: [neighbour], total: Infinity, ratePerSecond: RATE, until: () => over });
  const before = await measureRate(lab, async () => {
    await new Promise((resolve) => setTimeout(resolve, 5_000));
  });
  await lab.withDatabase((database) => makeDue(database, workflowId, Math.floor(total * DUE_SHARE)));
  const since = performance.now();
  const { status, body } = await lab.api.request('POST', '/v1/sessions/bulk', {
    action: 'cancel',
    filter: { workflowId },
  });
  const answeredMs = performance.now() - since;
  const answeredAt = await lab.withDatabase(readClock);
  const { operationId, matched } = body as { operationId: string; matched: number };
  const during = await measureRate(lab, () => untilDone(lab, operationId));
  const doneSeconds = (performance.now() - since) / 1_000;
  over = true;
  const posted = await posts;
  const { ids, cancelled, ran } = await lab.withDatabase((database) => readEnds(database, workflowId, answeredAt));
  return {
    accepted: [...posted.accepted, ...ids],
    withinSeconds: 60,
    allSucceed: false,
    bars: [
      { text: `answered ${status} after ${Math.round(answeredMs)} ms`, met: status === 202 },
      { text: `${matched} of ${total} matched`, met: matched === total },
      { text: `${cancelled} cancelled after ${doneSeconds.toFixed(1)} s`, met: cancelled === total },
      { text: `${ran} of them ran after the answer`, met: ran === 0 },
      timeBar(
        size,
        `the neighbour's runs ended a second ${before.toFixed(0)} → ${during.toFixed(0)}`,
        during >= RATE_SHARE * Math.min(before, RATE),
      ),
    ],
  };
}

/** Records when the statement that claims a session began: it sees all operations that were committed before. */
async function recordClaims(database: Client): Promise<void> {
  await database.query(`
    CREATE TABLE chaos_claims (session_id uuid, claimed_at timestamptz);
    CREATE FUNCTION chaos_note_claim() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO chaos_claims VALUES (NEW.id, statement_timestamp());
      RETURN NULL;
    END $$;
    CREATE TRIGGER chaos_claims AFTER UPDATE ON sessions FOR EACH ROW
      WHEN (NEW.status = 'RUNNING' AND OLD.status <> 'RUNNING') EXECUTE FUNCTION chaos_note_claim()`);
}

/** Makes a part of the waiting sessions due within the next seconds. */
async function makeDue(database: Client, workflowId: string, count: number): Promise<void> {
  await database.query(
    `UPDATE sessions SET due_at = clock_timestamp() + random() * interval '20 seconds'
     WHERE id IN (SELECT id FROM sessions WHERE workflow_id = $1 AND status = 'WAITING' ORDER BY id DESC LIMIT $2)`,
    [workflowId, count],
  );
}

async function readClock(database: Client): Promise<string> {
  const { rows } = await database.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
  return rows[0]!.now;
}

/** Returns how many sessions of the lab's other organizations end a second during some work. */
async function measureRate(lab: Lab, during: () => Promise<void>): Promise<number> {
  const count = (): Promise<number> =>
    lab.withDatabase(async (database) => {
      const { rows } = await database.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM sessions WHERE organization_id <> $1 AND status = 'SUCCEEDED'`,
        [lab.organization.id],
      );
      return rows[0]!.count;
    });
  const [countBefore, since] = [await count(), performance.now()];
  await during();
  return ((await count()) - countBefore) / ((performance.now() - since) / 1_000);
}

async function untilDone(lab: Lab, operationId: string): Promise<void> {
  const isDone = async (): Promise<boolean> => {
    const { status } = await lab.api.call<{ status: string }>('GET', `/v1/operations/${operationId}`);
    return status !== 'RUNNING';
  };
  await waitFor(isDone, { withinMs: 1_800_000, everyMs: 250, what: 'the operation to end' });
}

async function readEnds(database: Client, workflowId: string, answeredAt: string) {
  const { rows } = await database.query<{ id: string; status: string }>(
    'SELECT id, status FROM sessions WHERE workflow_id = $1',
    [workflowId],
  );
  const { rows: claims } = await database.query(
    `SELECT FROM chaos_claims c JOIN sessions s ON s.id = c.session_id
     WHERE s.workflow_id = $1 AND c.claimed_at > $2::timestamptz`,
    [workflowId, answeredAt],
  );
  return {
    ids: rows.map(({ id }) => id),
    cancelled: rows.filter(({ status }) => status === 'CANCELLED').length,
    ran: claims.length,
  };
}
