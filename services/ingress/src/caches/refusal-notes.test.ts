import { expect, test } from '@jest/globals';
import type { NotedRefusals, Refusal } from '@workflow/session-store';
import { RefusalNotes } from './refusal-notes.ts';

const WORKFLOW = '0197a000-0000-7000-8000-000000000000';

function refusal(second: number): Refusal {
  return { at: `2026-01-01T00:00:0${second}.000Z`, status: 500, componentId: null, network: '::/64', bytes: null };
}

test('what cannot be written while PostgreSQL is away is written later, with what was added meanwhile', async () => {
  const written: NotedRefusals[] = [];
  const errors: unknown[] = [];
  let isAway = true;
  const noteRefusals = (noted: readonly NotedRefusals[]): Promise<void> => {
    if (isAway) return Promise.reject(new Error('away'));
    written.push(...noted);
    return Promise.resolve();
  };
  const notes = new RefusalNotes({ noteRefusals }, (error) => errors.push(error));
  notes.note(WORKFLOW, 'unavailable', refusal(1));
  notes.note('0197a000-0000-7000-8000-000000000001', 'token', refusal(1));
  await notes.stop();
  notes.note(WORKFLOW, 'unavailable', refusal(2));
  isAway = false;
  await notes.stop();
  expect(errors).toHaveLength(1);
  expect(written).toContainEqual({
    workflowId: WORKFLOW,
    reason: 'unavailable',
    count: 2,
    recent: [refusal(2), refusal(1)],
  });
  expect(written).toHaveLength(2);
  await notes.stop();
  expect(written).toHaveLength(2);
});
