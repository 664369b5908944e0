import { randomUUID } from 'node:crypto';
import {
  delayWorkflow,
  httpWorkflow,
  runBody,
  transformWorkflow,
  waitFor,
  type Lab,
  type LabWorkflow,
} from '@workflow/test-harness';
import type { LoadRequest } from '../../load/load.ts';

/** The work of a session in addition to computing: nothing, an effect, a wait, or a child. */
type Kind = 'plain' | 'effect' | 'wait' | 'child';

const KINDS: readonly Kind[] = [
  ...Array.from({ length: 11 }, () => 'plain' as const),
  ...Array.from({ length: 6 }, () => 'effect' as const),
  ...(['wait', 'child', 'child'] as const),
];
const WAIT_SECONDS = 1;
/**
 * The answer is sent when the session ends, even if another executor took it over. Therefore no more sessions are
 * accepted than can run. A caller with a shorter wait would fill the backlog.
 */
const PREFER = 'wait=30';

export interface MixedLoad {
  workflowIdOf: (kind: Kind) => string;
  /** Returns how many of this number of requests start a session with an effect. */
  effectsOf: (total: number) => number;
  /** Returns a request. The kinds alternate; each has its number as `amount` and its own idempotency key. */
  requestOf: (number: number) => LoadRequest;
}

/** Publishes a workflow of each kind. */
export async function publishMixed(lab: Lab, effectUrl: string): Promise<MixedLoad> {
  const publish = async (kind: Kind, { definition, startId }: LabWorkflow) => ({
    // A service compiles much code for its first request.
    workflowId: await waitFor(() => lab.api.publish(kind, definition), { withinMs: 60_000 }),
    startId,
  });
  const plain = await publish('plain', transformWorkflow());
  const targets: Record<Kind, { workflowId: string; startId: string }> = {
    plain,
    effect: await publish('effect', httpWorkflow(effectUrl, 1)),
    wait: await publish('wait', delayWorkflow(WAIT_SECONDS)),
    child: await publish('child', runningWorkflow(plain.workflowId, plain.startId)),
  };
  const headers = { 'Content-Type': 'application/json', 'x-api-key': lab.api.apiKey, Prefer: PREFER };
  return {
    workflowIdOf: (kind) => targets[kind].workflowId,
    effectsOf: (total) => {
      const ofFirst = (count: number): number => KINDS.slice(0, count).filter((kind) => kind === 'effect').length;
      return Math.floor(total / KINDS.length) * ofFirst(KINDS.length) + ofFirst(total % KINDS.length);
    },
    requestOf: (number) => {
      const { workflowId, startId } = targets[KINDS[number % KINDS.length]!];
      return {
        port: lab.ingressPorts[0]!,
        method: 'POST',
        path: '/v1/workflow/run',
        headers: { ...headers, 'Idempotency-Key': `random-kills-${number}` },
        body: runBody(workflowId, startId, { name: String(number), amount: number }),
      };
    },
  };
}

/** Returns input → a session of another workflow → its output. */
function runningWorkflow(workflowId: string, componentId: string): LabWorkflow {
  const [start, run, output] = [randomUUID(), randomUUID(), randomUUID()];
  const placeholders = [
    { key: 'name', type: 'TEXT' },
    { key: 'amount', type: 'NUMBER' },
  ];
  const placeholderValues = { name: '{{ name }}', amount: '{{ amount }}' };
  return {
    startId: start,
    definition: {
      components: [
        { id: start, type: 'input', config: { placeholders } },
        { id: run, type: 'run-workflow', output: 'run', config: { workflowId, componentId, placeholderValues } },
        { id: output, type: 'output', config: { value: '{{ run.output }}' } },
      ],
      connections: [
        { from: start, port: 'next', to: run },
        { from: run, port: 'next', to: output },
      ],
    },
  };
}
