import { expect, test } from '@jest/globals';
import type { JsonObject, RecordedPart } from '@workflow/component-kit/run';
import { runComponent, testedFile } from '@workflow/component-kit/testing';
import { descriptor } from './descriptor.ts';
import { ResultReader, shortened } from './large-results.ts';
import { runner } from './run.ts';

const CREDENTIAL = '00000000-0000-7000-8000-0000000000c1';
const WORKFLOW = '00000000-0000-7000-8000-0000000000d1';
const PNG = testedFile(1, 'scan.png', 'image/png', 'the bytes of an image');
const TARGET = {
  ...{ workflowId: WORKFLOW, componentId: 'start', version: 3, name: 'Find', description: 'Finds.', fields: [] },
};

const answer = (message: object, finish: string) => ({
  json: {
    ...{ id: '1', object: 'chat.completion', created: 1, model: 'm' },
    choices: [{ index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason: finish }],
  } as JsonObject,
});
const CALL = answer(
  { tool_calls: [{ id: 'c', type: 'function', function: { name: 'Find', arguments: '{}' } }] },
  'tool_calls',
);

test('files belong to the task of every turn, and are stored as names', async () => {
  const opened = { api: 'chat-completions', baseUrl: 'https://models.example/v1', apiKey: 'key' };
  const ran = await runComponent(
    { descriptor, runner },
    { credential: CREDENTIAL, model: 'm', prompt: 'Read it', files: '{{ scan }}', tools: [{ workflowId: WORKFLOW }] },
    { scan: PNG.value as never },
    {
      answers: {
        ...{ credentials: { [CREDENTIAL]: opened }, targets: [TARGET], child: () => 'found', files: [PNG] },
        http: [CALL, answer({ content: 'Done.' }, 'stop')],
      },
    },
  );
  expect(ran.outcome).toMatchObject({ output: { text: 'Done.', turns: 2 } });
  const [first, second] = ran.requests.map(({ body }) => JSON.parse(String(body)) as { messages: JsonObject[] });
  const url = `data:image/png;base64,${PNG.bytes.toString('base64')}`;
  expect(first?.messages.at(-1)).toEqual({
    role: 'user',
    content: [
      { type: 'image_url', image_url: { url } },
      { type: 'text', text: 'Read it' },
    ],
  });
  expect(second?.messages[0]).toEqual(first?.messages[0]);
  expect(ran.parts[0]?.output).toMatchObject({ beginning: { files: { name: 'scan.png' } } });
  expect(JSON.stringify(ran.parts)).not.toContain(PNG.bytes.toString('base64'));
});

test('a file that is no image fails the step', async () => {
  const text = testedFile(2, 'a.csv', 'text/csv', 'a');
  const ran = await runComponent(
    { descriptor, runner },
    { credential: CREDENTIAL, model: 'm', prompt: 'Read it', files: '{{ scan }}' },
    { scan: text.value as never },
    { answers: { files: [text] } },
  );
  expect(ran.outcome).toMatchObject({ kind: 'failed', code: 'CONFIG_INVALID' });
});

test('parts of large results count characters, and split none', async () => {
  const text = '\u{1F600}'.repeat(50_000);
  const shown = JSON.parse(shortened(text, '2')) as { characters: number; beginning: string; end: string };
  expect(shown.characters).toBe(50_000);
  expect([...shown.beginning].length + [...shown.end].length).toBe(40_000);
  expect([shown.beginning, shown.end].every((part) => part.isWellFormed())).toBe(true);
  const stored = { part: { kind: 'tool' }, status: 'SUCCEEDED', input: {}, output: text } as RecordedPart;
  const reader = new ResultReader({ hasEnded: () => true, read: async () => [stored] });
  const part = await reader.read({ id: '2', offset: 49_999, length: 10 });
  expect(part).toEqual({ characters: 50_000, part: '\u{1F600}' });
});
