import { expect, test } from '@jest/globals';
import type { SessionMark } from '@workflow/session-store';
import { MarkReader } from './mark-reader.ts';

/** Reads marks of sessions that all belong to the organization `ours`, and records the ids of each statement. */
function recordedMarks(): { marks: MarkReader; statements: string[][] } {
  const statements: string[][] = [];
  const read = async (sessionIds: string[]): Promise<SessionMark[]> => {
    statements.push(sessionIds);
    await new Promise((resolve) => void setImmediate(resolve));
    if (sessionIds.includes('unreadable')) throw new Error('no connection');
    const found = sessionIds.filter((id) => id !== 'unknown');
    return found.map((sessionId) => ({ sessionId, organizationId: 'ours', status: 'QUEUED', mark: `m-${sessionId}` }));
  };
  return { marks: new MarkReader({ marks: read }), statements };
}

test('sessions that are asked for during a statement are read together by the next one', async () => {
  const { marks, statements } = recordedMarks();
  const first = marks.read('ours', 'a');
  await Promise.resolve();
  const others = ['b', 'c', 'b'].map((id) => marks.read('ours', id));
  expect([await first, ...(await Promise.all(others))].map((mark) => mark?.mark)).toEqual(['m-a', 'm-b', 'm-c', 'm-b']);
  expect(statements).toEqual([['a'], ['b', 'c']]);
});

test('a session that does not exist, or belongs to another organization, has no mark', async () => {
  const { marks } = recordedMarks();
  expect(await marks.read('ours', 'unknown')).toBeUndefined();
  expect(await marks.read('theirs', 'a')).toBeUndefined();
});

test('the id may be written in uppercase', async () => {
  const { marks, statements } = recordedMarks();
  expect((await marks.read('ours', 'A'))?.sessionId).toBe('a');
  expect(statements).toEqual([['a']]);
});

test('a statement that fails fails its own readers alone', async () => {
  const { marks } = recordedMarks();
  const failing = marks.read('ours', 'unreadable');
  await Promise.resolve();
  const next = marks.read('ours', 'a');
  await expect(failing).rejects.toThrow('no connection');
  expect((await next)?.mark).toBe('m-a');
});
