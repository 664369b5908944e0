import type { SessionMark, SessionQueries } from '@workflow/session-store';

/** The sessions that one statement reads, and its result. */
interface MarkBatch {
  sessionIds: Set<string>;
  marks: Promise<Map<string, SessionMark>>;
}

/**
 * Reads marks of sessions, one statement at a time. A mark changes with every change of its session. While a statement
 * is under way, further requests wait for the next one, so that a thousand streams that open together cost a few
 * statements.
 */
export class MarkReader {
  readonly #queries: Pick<SessionQueries, 'marks'>;
  #underWay: Promise<unknown> = Promise.resolve();
  #nextBatch: MarkBatch | null = null;

  constructor(queries: Pick<SessionQueries, 'marks'>) {
    this.#queries = queries;
  }

  /** Returns the mark of a session, or undefined if the organization has no session with this id. */
  async read(organizationId: string, sessionId: string): Promise<SessionMark | undefined> {
    // A caller may write the id in uppercase.
    const id = sessionId.toLowerCase();
    this.#nextBatch ??= this.#beginBatch();
    this.#nextBatch.sessionIds.add(id);
    const mark = (await this.#nextBatch.marks).get(id);
    return mark?.organizationId === organizationId ? mark : undefined;
  }

  #beginBatch(): MarkBatch {
    const sessionIds = new Set<string>();
    const marks = this.#underWay.then(async () => {
      this.#nextBatch = null;
      const read = await this.#queries.marks([...sessionIds]);
      return new Map(read.map((mark) => [mark.sessionId, mark]));
    });
    this.#underWay = marks.catch(() => undefined);
    return { sessionIds, marks };
  }
}
