import type { SessionMark, SessionQueries } from '@workflow/session-store';

interface Gathering {
  sessionIds: Set<string>;
  marks: Promise<Map<string, SessionMark>>;
}

/**
 * Reads marks of sessions, one statement at a time. Sessions that are asked for while a statement is under way are read
 * by the next one, so that a thousand streams that open together cost a few statements.
 */
export class GatheredMarks {
  readonly #queries: Pick<SessionQueries, 'marks'>;
  #underWay: Promise<unknown> = Promise.resolve();
  #next: Gathering | null = null;

  constructor(queries: Pick<SessionQueries, 'marks'>) {
    this.#queries = queries;
  }

  /** Returns undefined if the organization has no such session. A caller may write the id in uppercase. */
  async read(organizationId: string, sessionId: string): Promise<SessionMark | undefined> {
    const id = sessionId.toLowerCase();
    this.#next ??= this.#gather();
    this.#next.sessionIds.add(id);
    const mark = (await this.#next.marks).get(id);
    return mark?.organizationId === organizationId ? mark : undefined;
  }

  #gather(): Gathering {
    const sessionIds = new Set<string>();
    const marks = this.#underWay.then(async () => {
      this.#next = null;
      const read = await this.#queries.marks([...sessionIds]);
      return new Map(read.map((mark) => [mark.sessionId, mark]));
    });
    this.#underWay = marks.catch(() => undefined);
    return { sessionIds, marks };
  }
}
