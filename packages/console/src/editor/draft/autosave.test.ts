import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { ApiError } from '../../api/api-error.ts';
import { Autosave } from './autosave.ts';
import { createDraftStore, type Draft } from './draft-store.ts';

const DRAFT = { name: 'One', components: [], connections: [] } as unknown as Draft;
const MORE_THAN_A_PAUSE_MS = 1_000;

afterEach(() => void jest.useRealTimers());

function open() {
  jest.useFakeTimers();
  const store = createDraftStore(DRAFT);
  const save = jest.fn(async (_draft: Draft, etag: string) => `${etag}+`);
  let onRead: (etag: string) => void = () => undefined;
  const watch = (listener: typeof onRead) => {
    onRead = listener;
    return () => undefined;
  };
  const onServer = jest.fn(async () => ({ draft: { ...DRAFT, name: 'Theirs' }, etag: '"9"' }));
  const autosave = new Autosave({ store, etag: '"1"', save, read: onServer, watch });
  autosave.start();
  const rename = (name: string) => store.apply((draft) => ({ ...draft, name }));
  return { store, save, onServer, autosave, rename, read: (etag: string) => onRead(etag) };
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

test('changes during a slow save are saved once, with the ETag that it answers', async () => {
  const { save, autosave, rename } = open();
  let answer: (etag: string) => void = () => undefined;
  save.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  for (const name of ['Two', 'Three', 'Four']) {
    rename(name);
    await jest.advanceTimersByTimeAsync(MORE_THAN_A_PAUSE_MS);
  }
  const flushed = Promise.all([autosave.flush(), autosave.flush()]);
  answer('"2"');
  await flushed;
  expect(save.mock.calls.map(([{ name }, etag]) => [name, etag])).toEqual([
    ['Two', '"1"'],
    ['Four', '"2"'],
  ]);
  expect(autosave.status.get().kind).toBe('saved');
});

test.each([
  ['an older ETag', '"0"', 'saved'],
  ['the same revision with another tag', '"1-abc"', 'saved'],
  ['a newer ETag', '"2-abc"', 'conflict'],
  ['an ETag that is none of ours', '"abc"', 'saved'],
])('a read of the page that brings %s is noticed', (_, etag, kind) => {
  const { autosave, read } = open();
  read(etag);
  expect(autosave.status.get().kind).toBe(kind);
});

test('a conflict knows whether there is something to lose, and nothing is sent before it is decided', async () => {
  const { save, autosave, rename, read } = open();
  read('"2"');
  expect(autosave.status.get()).toEqual({ kind: 'conflict', hasChanges: false });
  rename('Two');
  expect(autosave.status.get()).toEqual({ kind: 'conflict', hasChanges: true });
  await jest.advanceTimersByTimeAsync(MORE_THAN_A_PAUSE_MS);
  expect(save).not.toHaveBeenCalled();
  await autosave.overwrite();
  expect(save.mock.calls.map(([{ name }, etag]) => [name, etag])).toEqual([['Two', '"9"']]);
  expect(autosave.status.get().kind).toBe('saved');
});

test('what is read while a save runs is no conflict: its answer decides', async () => {
  const { save, autosave, rename, read } = open();
  let answer: (etag: string) => void = () => undefined;
  save.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  rename('Two');
  await jest.advanceTimersByTimeAsync(MORE_THAN_A_PAUSE_MS);
  read('"2"');
  expect(autosave.status.get().kind).toBe('saving');
  answer('"2"');
  await jest.advanceTimersByTimeAsync(0);
  expect(autosave.status.get().kind).toBe('saved');
});

test('a failed save is repeated, and nothing is sent after the author left without saving', async () => {
  const { save, autosave, rename } = open();
  save.mockRejectedValue(new TypeError('Failed to fetch'));
  rename('Two');
  await jest.advanceTimersByTimeAsync(10_000);
  expect(save.mock.calls.length).toBe(3);
  expect(autosave.status.get()).toMatchObject({ kind: 'failed', isRepeated: true });
  autosave.discard();
  rename('Three');
  await jest.advanceTimersByTimeAsync(10_000);
  expect(save.mock.calls.length).toBe(3);
  expect(autosave.status.get().kind).toBe('discarded');
});

const LOST_ANSWERS: [string, Error][] = [
  ['the connection', new TypeError('Failed to fetch')],
  ['the wait', new DOMException('', 'TimeoutError')],
  ['a proxy', new ApiError(502, '')],
];

describe.each(LOST_ANSWERS)('after a save whose answer was lost by %s', (_, lost) => {
  async function loseAnswer() {
    const editor = open();
    editor.save.mockRejectedValueOnce(lost).mockRejectedValueOnce(new ApiError(412, ''));
    editor.rename('Two');
    await jest.advanceTimersByTimeAsync(MORE_THAN_A_PAUSE_MS);
    expect(editor.autosave.status.get().kind).toBe('failed');
    return editor;
  }

  test('a draft that the server has saved is no conflict', async () => {
    const { save, onServer, autosave } = await loseAnswer();
    onServer.mockResolvedValue({ draft: { ...DRAFT, name: 'Two' }, etag: '"2"' });
    await autosave.flush();
    expect(autosave.status.get().kind).toBe('saved');
    expect(autosave.etag()).toBe('"2"');
    expect(save).toHaveBeenCalledTimes(2);
  });

  test('a later change is saved over it', async () => {
    const { save, onServer, autosave, rename, read } = await loseAnswer();
    onServer.mockResolvedValue({ draft: { ...DRAFT, name: 'Two' }, etag: '"2"' });
    rename('Three');
    read('"2"');
    expect(autosave.status.get().kind).not.toBe('conflict');
    await autosave.flush();
    expect(save.mock.calls.map(([{ name }, etag]) => [name, etag])).toEqual([
      ['Two', '"1"'],
      ['Three', '"1"'],
      ['Three', '"2"'],
    ]);
    expect(autosave.status.get().kind).toBe('saved');
  });

  test('a draft of somebody else is a conflict', async () => {
    const { autosave } = await loseAnswer();
    await expect(autosave.flush()).rejects.toMatchObject({ status: 412 });
    expect(autosave.status.get()).toEqual({ kind: 'conflict', hasChanges: true });
  });
});
