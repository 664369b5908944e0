import type { Pinning } from '@workflow/component-kit';
import type { LiveRun } from '../live-run.ts';

interface Ends {
  source: string;
  sourceHandleId?: string | null;
  target: string;
  /** Rule of the source's type. */
  pinning?: Pinning | undefined;
}

/**
 * Returns true if a run went along a connection: its step left by this port, and the next component has a step. Null
 * without a run.
 */
export function isTaken(run: LiveRun | null, { source, sourceHandleId: port, target, pinning }: Ends): boolean | null {
  if (run === null || run.lastSteps.size === 0) return null;
  const step = run.lastSteps.get(source);
  if (!step || !run.lastSteps.has(target)) return false;
  if (step.status === 'FAILED' || port === 'error') return step.status === 'FAILED' && port === 'error';
  return portOf(step.output, pinning) === port;
}

/** A condition's step outputs true or false, a switch's the name of its port; others as their pins do. */
function portOf(output: unknown, pinning: Pinning = 'whole'): string {
  if (pinning === 'boolean' || pinning === 'port') return String(output);
  if (typeof pinning !== 'object') return 'next';
  if (output === null) return pinning.nullPort;
  const named = pinning.portField === undefined ? 'next' : (output as Record<string, unknown>)[pinning.portField];
  return String(named);
}
