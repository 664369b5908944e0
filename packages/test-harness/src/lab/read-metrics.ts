import type { Lab } from './lab.ts';

/**
 * Sum of a Prometheus counter or gauge over its labels, from one service's metrics port; labels can be narrowed. Only
 * this metric is read: the whole page costs the service milliseconds of its main loop.
 * @param name of a series, so for the count of a histogram `…_count`
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

/** Sessions that ended since the executors started, in all executors. */
export async function finishedSessions(lab: Lab): Promise<number> {
  const counts = await Promise.all(
    lab.executorMetricsPorts.map((port) => readMetric(port, 'workflow_sessions_ended_total')),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
