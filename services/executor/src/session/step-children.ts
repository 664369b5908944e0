import { timeOrderedId, type ChildWorkflow } from '@workflow/session-store';
import { StepFailure, type Json, type JsonObject, type TraceContext, type SessionMode } from '@workflow/workflow-model';
import type {
  BodyStart,
  Children,
  ChildState,
  ChildTarget,
  ChildWatch,
  WantedChild,
} from '@workflow/component-kit/run';
import { ABORTED, keepTrying } from '../loops/keep-trying.ts';
import type { PreparedComponent } from './prepared-workflow.ts';
import { toStorableJson } from './storable-json.ts';
import type { FromStore, WalkResources } from './walk-resources.ts';
import { findComponentType, soleTrigger, startFieldsOf } from '@workflow/components/descriptors';

/** The reason of aborts after the end of a session. */
export const SESSION_OVER = new Error('the session is over');

/** Maximum bytes of values that one statement reads, so that other sessions can run in between. */
const MAX_PART_BYTES = 1_048_576;

/** The step that starts sessions. */
interface ParentStep {
  readonly signal: AbortSignal;
  readonly prepared: PreparedComponent;
  readonly placeholders: Readonly<Record<string, Json>>;
  readonly trace: TraceContext | null;
}

/** Runs operations of the store: changes, for which the session is claimed first, and reads. */
interface StoreAccess {
  change: FromStore;
  read: FromStore;
}

/** The sessions that one step starts. */
export class StepChildren implements Children {
  readonly #shared: WalkResources;
  readonly #step: ParentStep;
  readonly #store: StoreAccess;

  constructor(shared: WalkResources, step: ParentStep, store: StoreAccess) {
    this.#shared = shared;
    this.#step = step;
    this.#store = store;
  }

  get #componentId(): string {
    return this.#step.prepared.component.id;
  }

  body(): BodyStart {
    const { prepared, placeholders } = this.#step;
    const { componentId = null, placeholders: shared = [] } = prepared.body ?? {};
    if (componentId === null)
      throw new StepFailure('CONFIG_INVALID', 'The body must begin with exactly one enabled component');
    const sharedKeys = shared.filter((key) => key in placeholders);
    return {
      componentId,
      placeholderValues: Object.fromEntries(sharedKeys.map((key) => [key, placeholders[key] ?? null])),
    };
  }

  describe(targets: Parameters<Children['describe']>[0]): Promise<ChildTarget[]> {
    const { deps, session } = this.#shared;
    const { organizationId, mode } = session;
    const ids = targets.map(({ workflowId }) => workflowId);
    return this.#store.read(async () =>
      describeTargets(targets, mode, await deps.store.findTargets(organizationId, mode, ids)),
    );
  }

  async workflowName(): Promise<string> {
    const { deps, session } = this.#shared;
    const { organizationId, mode, workflowId } = session;
    const [workflow] = await this.#store.read(() => deps.store.findTargets(organizationId, mode, [workflowId]));
    return workflow?.name ?? workflowId;
  }

  start(children: readonly WantedChild[]) {
    const { deps, fence, session } = this.#shared;
    const parent = { componentId: this.#componentId, run: session.run, trace: this.#step.trace };
    return this.#store.change(() => deps.store.startChildren(fence, parent, this.#storable(children)));
  }

  watch(): ChildWatch {
    const { deps, session } = this.#shared;
    return deps.childEnds.watch(session.id, this.#step.signal);
  }

  read() {
    const { id: sessionId, run, resumeFromRun, resultsFrom } = this.#shared.session;
    // Items of a body that another version changed run again.
    const bodyStart = this.#step.prepared.body?.componentId ?? '';
    const countedFrom = resultsFrom?.[bodyStart] ?? resumeFromRun;
    const parent = { sessionId, run, resumeFromRun: countedFrom, componentId: this.#componentId };
    return this.#store.change(() => this.#shared.deps.store.readChildren(parent));
  }

  async readOutputs(children: readonly ChildState[]): Promise<Map<string, Json>> {
    const outputs = new Map<string, Json>();
    for (const group of partsOf(children, ({ outputBytes }) => outputBytes)) {
      const read = await this.#store.change(() => this.#shared.deps.store.readChildOutputs(this.#parent, group));
      for (const [id, { output, sensitive }] of read) {
        this.#shared.sensitive.add(sensitive);
        outputs.set(id, output);
      }
    }
    return outputs;
  }

  async *readStarts(children: readonly ChildState[]) {
    const earlier = children.filter(({ startBytes }) => startBytes !== null);
    for (const group of partsOf(earlier, ({ startBytes }) => startBytes ?? 0))
      yield* await this.#store.change(() => this.#shared.deps.store.readChildStarts(this.#parent, group));
  }

  async cancel(): Promise<void> {
    const { claim, deps, fence, signal } = this.#shared;
    // Nothing is started without a claim, and another executor may have the session.
    if (!claim.isWritten) return;
    // This also runs for a step that timed out, as long as this executor has the session.
    const cancelled = await keepTrying(() => deps.store.cancelChildren(fence, this.#componentId), signal);
    if (cancelled === ABORTED) throw SESSION_OVER;
  }

  get #parent() {
    const { id: sessionId, organizationId } = this.#shared.session;
    return { sessionId, organizationId };
  }

  /** Returns children with masked inputs, because an input is recorded and shown like an output. */
  #storable(children: readonly WantedChild[]) {
    const { secrets, sensitive } = this.#shared;
    return children.map((child) => {
      const masked = toStorableJson(child.placeholderValues, Number.POSITIVE_INFINITY, secrets.mask);
      if (masked.kind !== 'storable')
        throw new StepFailure('OUTPUT_TOO_LARGE', 'The placeholder values are nested too deeply');
      return {
        ...child,
        id: timeOrderedId(),
        placeholderValues: masked.value as JsonObject,
        sensitive: sensitive.values,
      };
    });
  }
}

/**
 * Returns the ids of the children in groups. The values of a group have a limited number of bytes together, or belong
 * to one child.
 */
function partsOf(children: readonly ChildState[], bytesOf: (child: ChildState) => number): string[][] {
  const groups: string[][] = [];
  let bytes = Infinity;
  for (const child of children) {
    bytes += bytesOf(child);
    if (bytes <= MAX_PART_BYTES) groups.at(-1)?.push(child.sessionId);
    else {
      groups.push([child.sessionId]);
      bytes = bytesOf(child);
    }
  }
  return groups;
}

/**
 * Describes the workflows that a component can start, in the order of `targets`.
 * @throws StepFailure if one is missing, not published, or has no trigger for a caller
 */
function describeTargets(
  targets: Parameters<Children['describe']>[0],
  mode: SessionMode,
  workflows: readonly ChildWorkflow[],
): ChildTarget[] {
  const byId = new Map(workflows.map((workflow) => [workflow.id, workflow]));
  return targets.map(({ workflowId, componentId }) => {
    const workflow = byId.get(workflowId);
    if (workflow === undefined) throw new StepFailure('ENTITY_NOT_FOUND', `Entity '${workflowId}' not found`);
    const { definition, name, description } = workflow;
    if (definition === null || (mode === 'PROD' && workflow.version === null))
      throw new StepFailure('WORKFLOW_NOT_PUBLISHED', `Workflow '${workflowId}' is not published`);
    const start =
      componentId === undefined
        ? soleTrigger(definition)
        : definition.components.find((component) => component.id === componentId && component.disabled !== true);
    if (start === null || start === undefined || findComponentType(start) === undefined)
      throw new StepFailure('ENTITY_NOT_FOUND', `Workflow '${workflowId}' has no component to start at`);
    const version = mode === 'TEST' ? null : workflow.version;
    const fields = startFieldsOf(start);
    return { workflowId, componentId: start.id, version, name, description: description ?? '', fields };
  });
}
