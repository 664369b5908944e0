import { finishedSessions, type Lab } from '@workflow/test-harness';
import type { LoadRequest } from '../../load/load.ts';
import { expectOnly } from '../../load/lab-requests.ts';
import { runLoad } from '../../load/run-load.ts';
import { cpuPerMillion, readLabCpu } from '../process-usage.ts';
import { median, type RowResult } from '../row.ts';

const CONNECTIONS = 64;
const SECONDS = 6;
const PAIRS = 5;

/** The requests to compare. Both wait for the end of their session and differ only in the measured property. */
export interface ComparedRequests {
  plain: LoadRequest;
  other: LoadRequest;
  title: string;
  /** The prefix of the difference in the JSON line. The plain session has the key `<plainKey>Microseconds`. */
  key: string;
  plainKey: string;
}

/** Measures the additional CPU time per session of `other`, over all processes of the lab: the median of five pairs. */
export async function comparedCost(
  lab: Lab,
  { plain, other, title, key, plainKey }: ComparedRequests,
): Promise<RowResult> {
  for (const request of [plain, other]) await measure(lab, request);
  const pairs: { plain: number; other: number }[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1)
    pairs.push({ plain: await measure(lab, plain), other: await measure(lab, other) });
  const without = median(pairs.map((pair) => pair.plain));
  const more = median(pairs.map((pair) => pair.other - pair.plain));
  return {
    title,
    values: { [`${key}Microseconds`]: more, [`${plainKey}Microseconds`]: without },
    measured: `${more} µs more than ${without} µs`,
    bar: 'shown',
    passed: true,
  };
}

/** Returns the microseconds of CPU time per session. */
async function measure(lab: Lab, request: LoadRequest): Promise<number> {
  const [cpu, before] = [readLabCpu(lab), await finishedSessions(lab)];
  const { statuses } = await runLoad({ request, connections: CONNECTIONS, seconds: SECONDS });
  expectOnly(200, statuses);
  const cost = cpuPerMillion(lab, cpu, (await finishedSessions(lab)) - before);
  return Object.values(cost).reduce((sum: number, each: number) => sum + each, 0);
}
