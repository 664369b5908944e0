import { runRequest } from '../../load/lab-requests.ts';
import { atLeast, round, type Measurements, type RowResult } from '../row.ts';
import { share } from './accept-rates.ts';
import { withLab } from '../with-lab.ts';

const LINES = 10_000;
const REQUESTS_AT_ONCE = 4;
const ROUNDS = 3;
const BAR = 1.2;

/**
 * Measures runs started by `POST /v1/workflow/run/batch` with several concurrent requests of 10,000 lines, without an
 * executor.
 */
export function measureBatchRate(measurements: Measurements): Promise<RowResult> {
  return withLab({ backend: 'redis', executors: 0 }, async (lab) => {
    const { body, headers } = await runRequest(lab);
    const lines = `${body}\n`.repeat(LINES);
    const postRound = (): Promise<void[]> =>
      Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, () => postBatch(lab.ingressUrl, headers, lines)));
    await postRound();
    const since = performance.now();
    for (let count = 0; count < ROUNDS; count += 1) await postRound();
    const perSecond = (ROUNDS * REQUESTS_AT_ONCE * LINES * 1000) / (performance.now() - since);
    const ratio = perSecond / measurements.floorPerSecond;
    return atLeast(
      'batch start, lines ÷ floor',
      { batchLinesPerSecond: Math.round(perSecond), batchRatio: round(ratio, 3) },
      ratio,
      BAR,
      share(perSecond, measurements.floorPerSecond),
    );
  });
}

/** Posts one batch. @throws when a line was not accepted */
async function postBatch(url: string, headers: Record<string, string>, lines: string): Promise<void> {
  const answer = await fetch(`${url}/v1/workflow/run/batch`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/x-ndjson' },
    body: lines,
  });
  const accepted = (await answer.text()).split('"httpStatus":200').length - 1;
  if (accepted !== LINES) throw new Error(`${accepted} of ${LINES} lines were accepted, status ${answer.status}`);
}
