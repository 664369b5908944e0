import { readFileSync } from 'node:fs';

/** One metric as docs/metrics.md and a registry both describe it. */
export interface DescribedMetric {
  name: string;
  type: string;
  labels: string[];
}

/** The metrics that docs/metrics.md says a service has, in the order of their names. */
export function documentedMetrics(service: 'ingress' | 'executor'): DescribedMetric[] {
  const page = readFileSync(new URL('../../../docs/metrics.md', import.meta.url), 'utf8');
  return [...page.matchAll(/^\| `(\w+)` \| (\w+) \| (.*?)\| (\w+) \| \S.* \|$/gm)]
    .filter(([, , , , of]) => of === service || of === 'both')
    .map(([, name, type, labels]) => ({ name: name!, type: type!, labels: labels!.match(/\w+/g) ?? [] }))
    .sort(byName);
}

/** The metrics of a registry of prom-client that are our own, in the order of their names. */
export function registeredMetrics(registry: { getMetricsAsArray(): object[] }): DescribedMetric[] {
  const all = registry.getMetricsAsArray() as { name: string; type: string; labelNames: string[] }[];
  return all
    .filter(({ name }) => name.startsWith('workflow_'))
    .map(({ name, type, labelNames }) => ({ name, type, labels: [...labelNames] }))
    .sort(byName);
}

function byName({ name: a }: DescribedMetric, { name: b }: DescribedMetric): number {
  return a < b ? -1 : 1;
}
