import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export { Counter, Gauge, Histogram, Registry };

/** Each sample wakes the process: finer ones would cost an idle service more than all that it does. */
const DELAY_SAMPLE_MS = 50;
/** The same delay once more, by the names that prom-client gives it. */
const DEFAULT_DELAY_SAMPLE_MS = 500;

/**
 * A registry whose every series carries `service`, with the process's own figures and `event_loop_delay_seconds`
 * (p50, p99, max since the last scrape). One per process; tests make one each.
 */
export function createMetrics(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: DEFAULT_DELAY_SAMPLE_MS });
  const delay = monitorEventLoopDelay({ resolution: DELAY_SAMPLE_MS });
  delay.enable();
  new Gauge({
    name: 'event_loop_delay_seconds',
    help: 'How late timers of the main loop were since the last scrape',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      this.set({ quantile: '0.5' }, delay.percentile(50) / 1e9);
      this.set({ quantile: '0.99' }, delay.percentile(99) / 1e9);
      this.set({ quantile: '1' }, delay.max / 1e9);
      delay.reset();
    },
  });
  return registry;
}
