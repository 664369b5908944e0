import {
  MAX_STORED_REFUSALS,
  type Lookups,
  type NotedRefusals,
  type Refusal,
  type RefusalReason,
} from '@workflow/session-store';
import { isUuid } from '@workflow/workflow-model';
import { WriteSoon } from './write-soon.ts';

/** Maximum number of pairs of workflow and reason that are recorded between two writes. Further ones are dropped. */
const MAX_NOTED = 200;
/**
 * Maximum number of pairs without a valid token, so that requests with invented workflow ids do not displace others.
 */
const MAX_NOTED_WITHOUT_TOKEN = 50;

/**
 * Collects refused deliveries and writes them at most once a second with one statement. Memory is limited: deliveries
 * that do not fit are not counted, and those of the last second are lost if the process dies. Deliveries that cannot be
 * written are retained for the next write.
 */
export class RefusalNotes {
  readonly #lookups: Pick<Lookups, 'noteRefusals'>;
  readonly #onError: (error: unknown) => void;
  #noted = new Map<string, NotedRefusals>();
  #withoutToken = 0;
  readonly #writes = new WriteSoon('refusal-notes', () => this.#write());

  constructor(lookups: Pick<Lookups, 'noteRefusals'>, onError: (error: unknown) => void) {
    this.#lookups = lookups;
    this.#onError = onError;
  }

  /** @param workflowId the id in the request, which may be any text */
  note(workflowId: string, reason: RefusalReason, refusal: Refusal): void {
    const id = workflowId.toLowerCase();
    const key = `${id} ${reason}`;
    const isKnown = this.#noted.has(key);
    const isFull =
      this.#noted.size >= MAX_NOTED || (refusal.componentId === null && this.#withoutToken >= MAX_NOTED_WITHOUT_TOKEN);
    if (!isKnown && (isFull || !isUuid(id))) return;
    if (!isKnown && refusal.componentId === null) this.#withoutToken += 1;
    this.#add(key, { workflowId: id, reason, count: 1, recent: [refusal] });
    this.#writes.soon();
  }

  /** Adds to the counts of the workflow and reason. */
  #add(key: string, { count, recent, ...refused }: NotedRefusals): void {
    const noted = this.#noted.get(key) ?? { ...refused, count: 0, recent: [] };
    const all = [...recent, ...noted.recent].toSorted((a, b) => b.at.localeCompare(a.at));
    this.#noted.set(key, { ...noted, count: noted.count + count, recent: all.slice(0, MAX_STORED_REFUSALS) });
  }

  /** Writes the collected deliveries. Never throws. */
  stop(): Promise<void> {
    return this.#writes.now();
  }

  async #write(): Promise<void> {
    if (this.#noted.size === 0) return;
    const noted = this.#noted;
    const withoutToken = this.#withoutToken;
    this.#noted = new Map();
    this.#withoutToken = 0;
    try {
      await this.#lookups.noteRefusals([...noted.values()]);
    } catch (error) {
      this.#onError(error);
      for (const [key, refused] of noted) if (this.#noted.size < MAX_NOTED) this.#add(key, refused);
      this.#withoutToken += withoutToken;
      this.#writes.soon();
    }
  }
}
