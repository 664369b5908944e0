import { CONVERSATIONS } from '../../services/executor/test/hostile-servers/conversations.ts';
import { Clients, judgeChanges } from '../../services/executor/test/hostile-servers/judge-changes.ts';

const PREFIX = 'server of ';
const MAX_SHOWN_FAULTS = 5;

/** Conversations of servers with steps, which are changed at random. */
export const SERVERS: readonly string[] = Object.keys(CONVERSATIONS).map((name) => PREFIX + name);

/** Changes what servers send to steps, each server for its share of the time. A step must end with a code. */
export async function* fuzzServers(
  names: readonly string[],
  seed: number,
  withinMs: number,
): AsyncGenerator<{ name: string; cases: number; faults: string[] }> {
  const clients = new Clients();
  try {
    for (const name of names) {
      const extent = { seed, withinMs: withinMs / names.length };
      const { verdicts, faults } = await judgeChanges(clients, name.slice(PREFIX.length), extent);
      const cases = Object.values(verdicts).reduce((sum, count) => sum + count, 0);
      yield { name, cases, faults: faults.slice(0, MAX_SHOWN_FAULTS) };
    }
  } finally {
    await clients.stop();
  }
}
