import { StepFailure, type Json } from '@workflow/workflow-model';
import type {
  BodyStart,
  Children,
  ChildState,
  ChildTarget,
  ChildWatch,
  StartOutcome,
  WantedChild,
} from '../run/child-sessions.ts';

type ChildAnswer = (wanted: WantedChild) => Json | Error;

interface TestedChild {
  wanted: WantedChild;
  state: ChildState;
  output: Json;
}

/** Sessions that a component starts, which end one by one when it waits for them. */
export class TestedChildren implements Children {
  readonly #answer: ChildAnswer | undefined;
  readonly #started: WantedChild[];
  readonly #children: TestedChild[] = [];
  readonly #body: BodyStart;
  readonly #endSoon: boolean;

  readonly #targets: readonly ChildTarget[];

  constructor(
    answer: ChildAnswer | undefined,
    started: WantedChild[],
    { body, targets, endSoon }: { body: BodyStart; targets: readonly ChildTarget[]; endSoon: boolean },
  ) {
    this.#targets = targets;
    this.#answer = answer;
    this.#started = started;
    this.#body = body;
    this.#endSoon = endSoon;
  }

  body(): BodyStart {
    return this.#body;
  }

  async describe(wanted: Parameters<Children['describe']>[0]): Promise<ChildTarget[]> {
    return wanted.map(({ workflowId }) => {
      const target = this.#targets.find((one) => one.workflowId === workflowId);
      if (target === undefined) throw new StepFailure('ENTITY_NOT_FOUND', `Entity '${workflowId}' not found`);
      return target;
    });
  }

  workflowName(): Promise<string> {
    return Promise.resolve('Tested workflow');
  }

  start(wanted: readonly WantedChild[]): Promise<StartOutcome> {
    if (this.#answer === undefined)
      return Promise.resolve({ kind: 'refused', code: 'CHILD_FAILED', message: 'The test gave no answer of a child' });
    for (const child of wanted) {
      if (this.#children.some(({ state }) => state.iteration === child.iteration)) continue;
      const sessionId = `child-${child.iteration}`;
      this.#started.push(child);
      this.#children.push({
        wanted: child,
        state: {
          sessionId,
          iteration: child.iteration,
          status: 'QUEUED',
          outputBytes: 0,
          error: null,
          startBytes: null,
        },
        output: null,
      });
    }
    return Promise.resolve({ kind: 'started' });
  }

  watch(): ChildWatch {
    return { untilOneEnded: () => Promise.resolve(this.#endSoon && this.endOne()), close: () => undefined };
  }

  /** Ends the first running child. Returns false if none runs. */
  endOne(): boolean {
    const child = this.#children.find(({ state }) => state.status === 'QUEUED');
    if (child === undefined) return false;
    const answer = this.#answer?.(child.wanted) ?? null;
    if (answer instanceof Error) {
      child.state.status = 'FAILED';
      child.state.error = { code: 'INTERNAL_ERROR', message: answer.message, componentId: null };
    } else {
      child.state.status = 'SUCCEEDED';
      child.output = answer;
      child.state.outputBytes = Buffer.byteLength(JSON.stringify(answer));
    }
    return true;
  }

  read(): Promise<ChildState[]> {
    return Promise.resolve(this.#children.map(({ state }) => ({ ...state })));
  }

  readOutputs(children: readonly ChildState[]): Promise<Map<string, Json>> {
    const requestedIds = new Set(children.map(({ sessionId }) => sessionId));
    const requestedChildren = this.#children.filter(({ state }) => requestedIds.has(state.sessionId));
    return Promise.resolve(new Map(requestedChildren.map(({ state, output }) => [state.sessionId, output])));
  }

  /** Returns nothing, because all children are of this run. */
  async *readStarts(): ReturnType<Children['readStarts']> {
    // There are none.
  }

  cancel(): Promise<void> {
    for (const { state } of this.#children) if (state.status === 'QUEUED') state.status = 'CANCELLED';
    return Promise.resolve();
  }
}
