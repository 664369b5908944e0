import { afterEach, expect, jest, test } from '@jest/globals';
import { createAutosave } from './autosave.ts';
import { createDraftStore, type Draft } from './draft-store.ts';

const DRAFT = { name: 'One', components: [], connections: [] } as unknown as Draft;
const MORE_THAN_A_PAUSE_MS = 1_000;

afterEach(() => void jest.useRealTimers());

function open() {
  jest.useFakeTimers();
  const store = createDraftStore(DRAFT);
  const save = jest.fn(async (_draft: Draft, etag: string) => `${etag}+`);
  const autosave = createAutosave({ store, etag: '"1"', save, readEtag: async () => '"9"' });
  autosave.start();
  const rename = (name: string) => store.apply((draft) => ({ ...draft, name }));
  return { store, save, autosave, rename };
}

test('a step back to what the server has is saved, and nothing is sent', async () => {
  const { store, save, autosave, rename } = open();
  rename('Two');
  expect(autosave.status.get().kind).toBe('unsaved');
  store.undo();
  expect(autosave.status.get().kind).toBe('saved');
  await jest.advanceTimersByTimeAsync(MORE_THAN_A_PAUSE_MS);
  expect(autosave.status.get().kind).toBe('saved');
  expect(save).not.toHaveBeenCalled();
});

test('a step back while a later draft is saved is saved after it', async () => {
  const { store, save, autosave, rename } = open();
  let answer: (etag: string) => void = () => undefined;
  save.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  rename('Two');
  await jest.advanceTimersByTimeAsync(MORE_THAN_A_PAUSE_MS);
  store.undo();
  answer('"2"');
  await jest.advanceTimersByTimeAsync(MORE_THAN_A_PAUSE_MS);
  expect(save.mock.calls.map(([{ name }, etag]) => [name, etag])).toEqual([
    ['Two', '"1"'],
    ['One', '"2"'],
  ]);
  expect(autosave.status.get().kind).toBe('saved');
});
