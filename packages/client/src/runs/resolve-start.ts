import { NotFoundError } from '../errors/api-error.ts';
import { TriggerError, WorkflowNameError } from '../errors/client-errors.ts';
import type { Mode, Schemas } from '../api.ts';
import type { CallRoute } from '../http/operations.ts';
import type { RunOptions } from './run-options.ts';

/** The trigger at which a run starts. */
export interface Start {
  workflowId: string;
  componentId: string;
}

/** A start that is looked up, and the key under which its answer is cached. */
interface Wanted {
  mode: Mode;
  componentId: string | undefined;
  key: string;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Maximum number of cached answers. Beyond it, the oldest is removed. */
const MAX_CACHED = 1_000;

/** Finds workflows by name, and the triggers at which runs start. Answers are cached; failures and refusals are not. */
export class Starts {
  readonly #call: CallRoute;
  readonly #cached = new Map<string, Promise<Start>>();
  /** The cached answers that are complete. */
  readonly #found = new Map<string, Start>();

  constructor(call: CallRoute) {
    this.#call = call;
  }

  /** Returns the trigger of a run. @throws WorkflowNameError, TriggerError, ApiError, ConnectionError */
  async resolve(workflow: string, { componentId, mode = 'PROD' }: RunOptions): Promise<Start> {
    if (componentId !== undefined && ID.test(workflow)) return { workflowId: workflow, componentId };
    const key = `${mode} ${componentId ?? ''} ${workflow}`;
    let start = this.#cached.get(key);
    if (start === undefined) {
      const [oldest] = this.#cached.keys();
      if (this.#cached.size >= MAX_CACHED && oldest !== undefined) this.#drop(oldest);
      start = this.#find(workflow, { mode, componentId, key });
      this.#cached.set(key, start);
      start.catch(() => this.#drop(key));
    }
    const resolved = await start;
    if (this.#cached.get(key) === start) this.#found.set(key, resolved);
    return resolved;
  }

  /** Returns the trigger immediately if it is cached, otherwise null. */
  known(workflow: string, { componentId, mode = 'PROD' }: RunOptions): Start | null {
    return this.#found.get(`${mode} ${componentId ?? ''} ${workflow}`) ?? null;
  }

  #drop(key: string): void {
    this.#cached.delete(key);
    this.#found.delete(key);
  }

  /**
   * Removes the cached answers of a workflow. Returns true if there were any, so that asking again may give another
   * answer.
   */
  forget(workflow: string): boolean {
    const keys = [...this.#cached.keys()].filter((key) => key.endsWith(` ${workflow}`));
    for (const key of keys) this.#drop(key);
    return keys.length > 0;
  }

  async #find(workflow: string, { mode, componentId, key }: Wanted): Promise<Start> {
    const only = await this.#only(workflow, mode);
    if (only === null) {
      // The workflow may be published later, with other triggers.
      this.#drop(key);
      return this.#refused(workflow);
    }
    if (componentId !== undefined) return { workflowId: only.id, componentId };
    const triggers = only.triggers.filter(({ startedByCallers }) => startedByCallers);
    const [trigger] = triggers;
    if (trigger === undefined || triggers.length > 1) throw new TriggerError(workflow, triggers);
    return { workflowId: only.id, componentId: trigger.componentId };
  }

  /** Returns the id of a workflow that is named by id or by name, published or not. @throws WorkflowNameError */
  async workflowId(workflow: string): Promise<string> {
    return ID.test(workflow) ? workflow : ((await this.#only(workflow, 'TEST'))?.id ?? workflow);
  }

  /** Returns the workflow with this id, or null. */
  async #only(workflow: string, mode: Mode): Promise<Schemas['StartableWorkflow'] | null> {
    const workflows = await this.#startable(workflow, mode);
    const [only] = workflows;
    if (only === undefined && ID.test(workflow)) return null;
    if (only === undefined || workflows.length > 1) throw nameError(workflow, mode, workflows);
    return only;
  }

  async #startable(workflow: string, mode: Mode): Promise<Schemas['StartableWorkflow'][]> {
    const query = { mode, ...(ID.test(workflow) ? { workflowId: workflow } : { name: workflow }) };
    return (await this.#call('GET /v1/startable-workflows', { query })).data.items;
  }

  /** Returns a start that the service refuses with the reason: the workflow is unknown, or it is not published. */
  async #refused(workflowId: string): Promise<Start> {
    const draft = await this.#only(workflowId, 'TEST');
    return { workflowId, componentId: draft?.triggers[0]?.componentId ?? workflowId };
  }
}

function nameError(name: string, mode: Mode, candidates: readonly Schemas['StartableWorkflow'][]): WorkflowNameError {
  return new WorkflowNameError(
    candidates.length === 0
      ? `No ${mode === 'PROD' ? 'published workflow' : 'workflow'} is called '${name}'`
      : `Several workflows are called '${name}'; name one by its id: ${candidates.map(({ id }) => id).join(', ')}`,
  );
}

/** Returns true if the cached answer may be outdated, because a workflow or component was deleted. */
export function mayBeOutdated(error: unknown): boolean {
  return error instanceof NotFoundError;
}
