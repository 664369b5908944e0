import type {
  ChildWorkflow,
  ChildState,
  ChildStart,
  ClaimedSession,
  CommittedPart,
  CommittedStep,
  EarlierAnswer,
  Fence,
  NewChild,
  OpenedOutput,
  PartHead,
  SessionEnd,
  StepKey,
  StepRecord,
} from '@workflow/session-store';
import { isTerminal, type Definition, type HiddenValue, type Json } from '@workflow/workflow-model';

/** Larger outputs are read only when they are needed. */
const MAX_READ_BYTES = 16_384;

/** The calls of the store, in order. */
type StoreEvent =
  | { kind: 'steps'; steps: StepRecord[] }
  | { kind: 'end'; end: SessionEnd; steps: StepRecord[] }
  | { kind: 'children'; children: NewChild[] };

type FakeChild = Omit<ChildState, 'outputBytes' | 'startBytes'> & { output: Json; start: ChildStart['start'] | null };

/** The store of one session in memory: a fence, and steps by their key. */
export class FakeStore {
  readonly definitions = new Map<string, Definition>();
  readonly steps = new Map<string, StepRecord>();
  readonly events: StoreEvent[] = [];
  /** Components whose large outputs were read. */
  readonly outputsRead: string[] = [];
  /** Children whose outputs were read. */
  readonly childOutputsRead: string[] = [];
  children: FakeChild[] = [];
  /** Called before steps are written. A test can make it lose the fence, or fail. */
  beforeWrite: (steps: StepRecord[]) => boolean | Promise<boolean> = () => true;

  readDefinition = (definitionId: string): Promise<Definition | null> =>
    Promise.resolve(this.definitions.get(definitionId) ?? null);

  /** `sealed` is the value itself, as JSON. */
  openStart = (_organizationId: string, _sessionId: string, sealed: Uint8Array): Promise<HiddenValue> =>
    Promise.resolve(JSON.parse(Buffer.from(sealed).toString()) as HiddenValue);

  readSteps = (): Promise<CommittedStep[]> =>
    Promise.resolve(
      [...this.steps.values()]
        .filter(({ part }) => part === undefined)
        .map((step) => {
          const bytes = JSON.stringify(step.output).length;
          return bytes <= MAX_READ_BYTES || step.status !== 'SUCCEEDED'
            ? step
            : { ...step, output: null, unreadBytes: bytes };
        }),
    );

  readOutputs = (_session: object, steps: readonly StepKey[]): Promise<OpenedOutput[]> => {
    this.outputsRead.push(...steps.map(({ componentId }) => componentId));
    return Promise.resolve(
      steps.map((step) => ({ output: this.steps.get(keyOf(step))?.output ?? null, sensitive: [] })),
    );
  };

  readStepParts = ({ componentId }: { componentId: string }): Promise<CommittedPart[]> =>
    Promise.resolve(
      this.stepsOf(componentId)
        .flatMap(({ part, ...step }) => (part === undefined ? [] : [{ ...step, part }]))
        .sort((a, b) => a.iteration - b.iteration),
    );

  listStepParts = async (place: { componentId: string }): Promise<PartHead[]> =>
    (await this.readStepParts(place)).map((part) => ({ ...part, bytes: JSON.stringify(part).length }));

  joinMemory = (): Promise<string[]> => Promise.resolve([]);

  readEarlierAnswers = (): Promise<EarlierAnswer[]> => Promise.resolve([]);

  /** There is no other workflow. */
  findTargets = (): Promise<ChildWorkflow[]> => Promise.resolve([]);

  recordSteps = async (_fence: Fence, steps: StepRecord[]): Promise<boolean> => {
    if (!(await this.beforeWrite(steps))) return false;
    this.events.push({ kind: 'steps', steps });
    this.keep(steps);
    return true;
  };

  end = (_fence: Fence, end: SessionEnd, steps: StepRecord[]): Promise<boolean> => {
    this.events.push({ kind: 'end', end, steps });
    this.keep(steps);
    return Promise.resolve(true);
  };

  startChildren = (_fence: Fence, _parent: object, children: NewChild[]) => {
    this.events.push({ kind: 'children', children });
    for (const { id, iteration } of children) {
      if (this.children.some((child) => child.iteration === iteration)) continue;
      this.children.push({ sessionId: id, iteration, status: 'QUEUED', output: null, error: null, start: null });
    }
    return Promise.resolve({ kind: 'started' } as const);
  };

  readChildren = (_parent: { resumeFromRun: number }): Promise<ChildState[]> =>
    Promise.resolve(
      this.children.map(({ output, start, ...child }) => ({
        ...child,
        startBytes: start === null ? null : JSON.stringify(start.placeholderValues).length,
        outputBytes: output === null ? 0 : JSON.stringify(output).length,
      })),
    );

  readChildOutputs = (_parent: object, childIds: readonly string[]): Promise<Map<string, OpenedOutput>> => {
    this.childOutputsRead.push(...childIds);
    return Promise.resolve(
      new Map(this.children.map(({ sessionId, output }) => [sessionId, { output, sensitive: [] }])),
    );
  };

  readChildStarts = (_parent: object, childIds: readonly string[]): Promise<ChildStart[]> =>
    Promise.resolve(
      this.children.flatMap(({ sessionId, start }) =>
        start === null || !childIds.includes(sessionId) ? [] : [{ sessionId, start }],
      ),
    );

  respond = (): Promise<boolean> => Promise.resolve(true);

  cancelChildren = (): Promise<boolean> => {
    for (const child of this.children) if (!isTerminal(child.status)) Object.assign(child, { status: 'CANCELLED' });
    return Promise.resolve(true);
  };

  /** Returns the steps of a component by their attempt, oldest first. */
  stepsOf(componentId: string): StepRecord[] {
    return [...this.steps.values()]
      .filter((step) => step.componentId === componentId)
      .sort((a, b) => a.run - b.run || a.attempt - b.attempt);
  }

  /** Overwrites open steps, as the store's statement does. */
  keep(steps: StepRecord[]): void {
    const keys = steps.map(keyOf);
    // PostgreSQL: ON CONFLICT DO UPDATE cannot affect a row a second time.
    if (new Set(keys).size < keys.length) throw new Error(`one write holds a step twice: ${keys.join()}`);
    for (const [index, step] of steps.entries()) {
      const key = keys[index] as string;
      const before = this.steps.get(key)?.status ?? 'RUNNING';
      if (before === 'RUNNING' || before === 'WAITING') this.steps.set(key, structuredClone(step));
    }
  }
}

function keyOf({ run, componentId, iteration, attempt }: StepKey): string {
  return `${run}/${componentId}/${iteration}/${attempt}`;
}

export function claimedSession(overrides: Partial<ClaimedSession> = {}): ClaimedSession {
  return {
    id: '01920000-0000-7000-8000-000000000001',
    organizationId: '01920000-0000-7000-8000-0000000000aa',
    workflowId: '01920000-0000-7000-8000-0000000000bb',
    definitionId: 'definition',
    componentId: 'in',
    mode: 'PROD',
    placeholderValues: {},
    claimNumber: 1,
    run: 1,
    resumeFromRun: 1,
    crashes: 0,
    depth: 0,
    childrenFinished: 0,
    resumed: false,
    requestId: null,
    trace: null,
    ranMs: 0,
    ...overrides,
  };
}
