import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { TcpProxy } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import { labFault } from '../lab-fault.ts';

const CLIENT_WAITS_MS = 2_000;
const TRIES = 5;
const FREEZES = 3;

/** Clients' connections to ingress die silently. A client that retries with its idempotency key gets its session. */
export const halfOpenClients = labFault({
  name: 'clients cut half-open',
  short: false,
  share: 0.25,
  inject: async ({ size, startLab, own }) => {
    const lab = await startLab({ backend: 'redis' });
    const proxy = own(new TcpProxy(lab.ingressPorts[0]!));
    const request = await runRequest(lab);
    const url = `http://127.0.0.1:${await proxy.listen()}${request.path}`;
    let repeats = 0;
    const runOnce = async (): Promise<string | null> => {
      const headers = { ...request.headers, 'Idempotency-Key': randomUUID() };
      for (let times = 0; times < TRIES; times += 1) {
        try {
          const answer = await fetch(url, {
            method: 'POST',
            headers,
            body: request.body,
            signal: AbortSignal.timeout(CLIENT_WAITS_MS),
          });
          if (answer.ok) return ((await answer.json()) as { sessionId: string }).sessionId;
        } catch {
          repeats += 1;
        }
      }
      return null;
    };
    const total = size.of(3_000, 500);
    const freezeAt = new Set(
      Array.from({ length: FREEZES }, (_, index) => Math.floor(((index + 1) * total) / (FREEZES + 1))),
    );
    const runs: Promise<string | null>[] = [];
    for (let sent = 0; sent < total; sent += 1) {
      runs.push(runOnce());
      if (freezeAt.has(sent)) proxy.freezeExisting();
      await pause(5);
    }
    const sessions = await Promise.all(runs);
    const accepted = sessions.filter((session) => session !== null);
    const rows = await lab.withDatabase(async (database) =>
      Number((await database.query<{ n: string }>('SELECT count(*) AS n FROM sessions')).rows[0]!.n),
    );
    return {
      accepted,
      withinSeconds: 30,
      bars: [
        {
          text: `${accepted.length} of ${total} answered, ${repeats} asked again`,
          met: accepted.length === total && repeats > 0,
        },
        { text: `${rows} sessions`, met: rows === total && new Set(accepted).size === total },
      ],
    };
  },
});
