import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** prom-client measures the delay as well. Its figures are removed. */
const DEFAULT_DELAY_SAMPLE_MS = 60_000;

/**
 * All names of this repository begin alike, so that a query or an allow list selects them. `process_` and `nodejs_` are
 * prom-client's.
 */
type MetricName = `workflow_${string}`;

const BUILD_INFO: MetricName = 'workflow_build_info';

/** Figures by the value of a label. */
type LabelledFigures = Record<string, number> | Promise<Record<string, number>>;

/** A figure with the values of its labels. */
export interface Figure<Label extends string> {
  labels: Record<Label, string>;
  figure: number;
}

/** Makes the metrics of one process. Times are in seconds, counters end in `_total`, labels have few values. */
export interface Metrics {
  readonly registry: Registry;
  counter<Label extends string = never>(name: MetricName, help: string, labels?: readonly Label[]): Counter<Label>;
  histogram<Label extends string = never>(
    name: MetricName,
    help: string,
    options: { buckets: readonly number[]; labels?: readonly Label[] },
  ): Histogram<Label>;
  /** With `read`, the value is read at each scrape. It is NaN while it is unknown. */
  gauge(name: MetricName, help: string, read?: () => number | Promise<number>): Gauge;
  /** A series for each value of one label. All are read at each scrape, and series of the last scrape are dropped. */
  gauges<Label extends string>(name: MetricName, help: string, label: Label, read: () => LabelledFigures): void;
  /** A gauge with several labels: a series for each of the figures. */
  gaugesBy<Label extends string>(
    name: MetricName,
    help: string,
    labels: readonly Label[],
    read: () => Promise<readonly Figure<Label>[]>,
  ): void;
  /** Registers a counter whose value is read at each scrape. */
  counters<Label extends string>(name: MetricName, help: string, label: Label, read: () => LabelledFigures): void;
}

/**
 * Returns a registry whose every series has the label `service`. It includes the process's own figures and
 * `workflow_event_loop_delay_<p50|p99|max>_seconds`. A process has one; each test makes one.
 * @param version of the service, shown by `workflow_build_info`
 * @param labels that every series has in addition
 */
export function createMetrics(service: string, version = 'unknown', labels: Record<string, string> = {}): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service, ...labels });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: DEFAULT_DELAY_SAMPLE_MS });
  removeDefaultDelays(registry);
  watchEventLoopDelay(registry);
  const registers = [registry];
  new Gauge({ name: BUILD_INFO, help: 'The version that runs', labelNames: ['version'], registers }).set(
    { version },
    1,
  );
  return {
    registry,
    counter: (name, help, labelNames = []) => new Counter({ name, help, labelNames, registers }),
    histogram: (name, help, { buckets, labels: labelNames = [] }) =>
      new Histogram({ name, help, labelNames, buckets: [...buckets], registers }),
    gauge: (name, help, read) =>
      new Gauge({
        name,
        help,
        registers,
        ...(read && {
          async collect(this: Gauge) {
            this.set(await read());
          },
        }),
      }),
    gauges: (name, help, label, read) => {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        collect(): Promise<void> {
          return replaceSeries(this, label, read, (labels, figure) => this.set(labels, figure));
        },
      });
    },
    gaugesBy: (name, help, labels, read) => {
      new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers,
        async collect(): Promise<void> {
          const figures = await read();
          this.reset();
          for (const { labels: values, figure } of figures) this.set(values, figure);
        },
      });
    },
    counters: (name, help, label, read) => {
      new Counter({
        name,
        help,
        labelNames: [label],
        registers,
        collect(): Promise<void> {
          return replaceSeries(this, label, read, (labels, figure) => this.inc(labels, figure));
        },
      });
    },
  };
}

/** Replaces the series of the last scrape by the result of `read`. */
async function replaceSeries<Label extends string>(
  metric: { reset: () => void },
  label: Label,
  read: () => LabelledFigures,
  write: (labels: Record<Label, string>, figure: number) => void,
): Promise<void> {
  const figures = await read();
  metric.reset();
  for (const [value, figure] of Object.entries(figures)) write({ [label]: value } as Record<Label, string>, figure);
}

/**
 * Measures the time of each turn of the main loop, without the time that it waited; nothing is delayed for longer.
 * Samples by a timer would miss short turns, and would wake an idle service more often than anything else.
 */
function watchEventLoopDelay(registry: Registry): void {
  const delay = monitorEventLoopDelay({ samplePerIteration: true });
  delay.enable();
  const gauge = (name: MetricName, figure: string, readNanoseconds: () => number): void => {
    const help = `How long turns of the main loop took since the last scrape: ${figure}`;
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(readNanoseconds() / 1e9);
      },
    });
  };
  gauge('workflow_event_loop_delay_p50_seconds', 'median', () => delay.percentile(50));
  gauge('workflow_event_loop_delay_p99_seconds', '99th percentile', () => delay.percentile(99));
  // This gauge is collected last of the three.
  gauge('workflow_event_loop_delay_max_seconds', 'maximum', () => {
    const { max } = delay;
    delay.reset();
    return max;
  });
}

/** Removes prom-client's own figures of the same delay, because they contain its sampling interval. */
function removeDefaultDelays(registry: Registry): void {
  for (const { name } of registry.getMetricsAsArray())
    if (name.startsWith('nodejs_eventloop_lag')) registry.removeSingleMetric(name);
}
