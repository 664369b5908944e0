import type { Lab } from './lab.ts';

/**
 * Returns the sum of a Prometheus counter or gauge over its labels, from one service's metrics port. `labels` restricts
 * it. Only this metric is read, because the whole page takes milliseconds of the service's event loop.
 * @param name of a series; for the count of a histogram `…_count`
 */
export async function readMetric(port: number, name: string, labels = ''): Promise<number> {
  const metric = name.replace(/_(count|sum|bucket)$/, '');
  const answer = await fetch(`http://127.0.0.1:${port}/metrics?name[]=${name}&name[]=${metric}`, {
    signal: AbortSignal.timeout(2_000),
  });
  let sum = 0;
  for (const line of (await answer.text()).split('\n')) {
    if (!line.startsWith(name) || !(line[name.length] === '{' || line[name.length] === ' ')) continue;
    if (labels !== '' && !line.includes(labels)) continue;
    sum += Number(line.slice(line.lastIndexOf(' ') + 1));
  }
  return sum;
}

/** Returns the number of sessions that ended since the executors started, over all executors. */
export async function finishedSessions(lab: Lab): Promise<number> {
  const counts = await Promise.all(
    lab.executorMetricsPorts.map((port) => readMetric(port, 'workflow_sessions_ended_total')),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
