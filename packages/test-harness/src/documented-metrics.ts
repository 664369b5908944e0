import { readFileSync } from 'node:fs';

/** The part of a metric that docs/metrics.md and a registry both contain. */
export interface DescribedMetric {
  name: string;
  type: string;
  labels: string[];
}

/** Returns the metrics that docs/metrics.md lists for a service, sorted by name. */
export function documentedMetrics(service: 'ingress' | 'executor'): DescribedMetric[] {
  const page = readFileSync(new URL('../../../docs/metrics.md', import.meta.url), 'utf8');
  return [...page.matchAll(/^\| `(\w+)` \| (\w+) \| (.*?)\| (\w+) \| \S.* \|$/gm)]
    .filter(([, , , , of]) => of === service || of === 'both')
    .map(([, name, type, labels]) => ({ name: name!, type: type!, labels: labels!.match(/\w+/g) ?? [] }))
    .sort(byName);
}

/** Returns the metrics of this repository in a registry of prom-client, sorted by name. */
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
