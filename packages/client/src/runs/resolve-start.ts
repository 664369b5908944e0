import { NotFoundError } from '../errors/api-error.ts';
import { TriggerError, WorkflowNameError } from '../errors/client-errors.ts';
import type { Mode, Schemas } from '../api.ts';
import type { CallRoute } from '../http/operations.ts';
import type { RunOptions } from './run-options.ts';

/** Where a run starts. */
export interface Start {
  workflowId: string;
  componentId: string;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Answers that are kept; beyond, the oldest are asked for again. */
const KEPT = 1_000;

/** Finds workflows by name, and the triggers at which runs start. Answers are kept; failures are not. */
export class Starts {
  readonly #call: CallRoute;
  readonly #kept = new Map<string, Promise<Start>>();
  /** The same, of those that were found. */
  readonly #found = new Map<string, Start>();

  constructor(call: CallRoute) {
    this.#call = call;
  }

  /** Where a run of the workflow starts. @throws WorkflowNameError, TriggerError, ApiError, ConnectionError */
  async resolve(workflow: string, { componentId, mode = 'PROD' }: RunOptions): Promise<Start> {
    if (componentId !== undefined && ID.test(workflow)) return { workflowId: workflow, componentId };
    const key = `${mode} ${componentId ?? ''} ${workflow}`;
    let start = this.#kept.get(key);
    if (start === undefined) {
      const [oldest] = this.#kept.keys();
      if (this.#kept.size >= KEPT && oldest !== undefined) this.#drop(oldest);
      start = this.#find(workflow, mode, componentId);
      this.#kept.set(key, start);
      start.catch(() => this.#drop(key));
    }
    const found = await start;
    if (this.#kept.get(key) === start) this.#found.set(key, found);
    return found;
  }

  /** The same without a wait, where it is known; else null. */
  known(workflow: string, { componentId, mode = 'PROD' }: RunOptions): Start | null {
    return this.#found.get(`${mode} ${componentId ?? ''} ${workflow}`) ?? null;
  }

  #drop(key: string): void {
    this.#kept.delete(key);
    this.#found.delete(key);
  }

  /** Forgets what was kept of a workflow. true: something was, so that the answer may be another one now. */
  forget(workflow: string): boolean {
    const keys = [...this.#kept.keys()].filter((key) => key.endsWith(` ${workflow}`));
    for (const key of keys) this.#drop(key);
    return keys.length > 0;
  }

  async #find(workflow: string, mode: Mode, componentId: string | undefined): Promise<Start> {
    const only = await this.#only(workflow, mode);
    if (only === null) return this.#refused(workflow);
    if (componentId !== undefined) return { workflowId: only.id, componentId };
    const triggers = only.triggers.filter(({ startedByCallers }) => startedByCallers);
    const [trigger] = triggers;
    if (trigger === undefined || triggers.length > 1) throw new TriggerError(workflow, triggers);
    return { workflowId: only.id, componentId: trigger.componentId };
  }

  /** The id of a workflow, published or not, that is given by id or by name. @throws WorkflowNameError */
  async workflowId(workflow: string): Promise<string> {
    return ID.test(workflow) ? workflow : ((await this.#only(workflow, 'TEST'))?.id ?? workflow);
  }

  /** null: none has the id. */
  async #only(workflow: string, mode: Mode): Promise<Schemas['StartableWorkflow'] | null> {
    const found = await this.#startable(workflow, mode);
    const [only] = found;
    if (only === undefined && ID.test(workflow)) return null;
    if (only === undefined || found.length > 1) throw nameError(workflow, mode, found);
    return only;
  }

  async #startable(workflow: string, mode: Mode): Promise<Schemas['StartableWorkflow'][]> {
    const query = { mode, ...(ID.test(workflow) ? { workflowId: workflow } : { name: workflow }) };
    return (await this.#call('GET /v1/startable-workflows', { query })).data.items;
  }

  /** A start that the service refuses, which says whether the workflow is unknown or only not published. */
  async #refused(workflowId: string): Promise<Start> {
    const draft = await this.#only(workflowId, 'TEST');
    return { workflowId, componentId: draft?.triggers[0]?.componentId ?? workflowId };
  }
}

function nameError(name: string, mode: Mode, found: readonly Schemas['StartableWorkflow'][]): WorkflowNameError {
  return new WorkflowNameError(
    found.length === 0
      ? `No ${mode === 'PROD' ? 'published workflow' : 'workflow'} is called '${name}'`
      : `Several workflows are called '${name}'; name one by its id: ${found.map(({ id }) => id).join(', ')}`,
  );
}

/** Whether what was kept may be outdated: a workflow or component is gone. */
export function mayBeOutdated(error: unknown): boolean {
  return error instanceof NotFoundError;
}
