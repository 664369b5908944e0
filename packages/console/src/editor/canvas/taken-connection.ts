import type { LiveRun } from '../live-run.ts';

interface Ends {
  source: string;
  sourceHandleId?: string | null;
  target: string;
}

/**
 * Whether a run went along a connection: its step left by this port, and the next component has a step. A condition's
 * step outputs true or false, a switch's the name of its port. Null without a run.
 */
export function isTaken(run: LiveRun | null, { source, sourceHandleId: port, target }: Ends): boolean | null {
  if (run === null || run.lastSteps.size === 0) return null;
  const step = run.lastSteps.get(source);
  if (!step || !run.lastSteps.has(target)) return false;
  if (step.status === 'FAILED' || port === 'error') return step.status === 'FAILED' && port === 'error';
  return port === 'next' || String(step.output) === port;
}
