import { expect, test } from '@jest/globals';
import { rankCommands } from './rank-commands.ts';

const COMMANDS = [
  { label: 'Test run', keywords: 'try' },
  { label: 'Run now', keywords: 'start execute production' },
  { label: 'Publish…', keywords: 'version release' },
  { label: 'Versions', keywords: 'publish history' },
  { label: 'Sessions', keywords: 'runs executions history' },
  { label: 'Failed sessions', keywords: 'errors failures' },
  { label: 'Failures', keywords: 'settings errors alert' },
  { label: 'Republish the report' },
];

test.each([
  ['publish', ['Publish…', 'Republish the report', 'Versions']],
  ['PUB', ['Publish…', 'Republish the report', 'Versions']],
  ['run', ['Run now', 'Test run', 'Sessions']],
  ['run now', ['Run now']],
  ['sess', ['Sessions', 'Failed sessions']],
  ['failed sess', ['Failed sessions']],
  ['sess failed', ['Failed sessions']],
  ['history', ['Versions', 'Sessions']],
  ['err', ['Failed sessions', 'Failures']],
  ['nothing of that name', []],
])('"%s" finds %j in this order', (query, labels) => {
  expect(rankCommands(COMMANDS, query).map(({ label }) => label)).toEqual(labels);
});

test('without a query, the commands are in their own order', () => {
  expect(rankCommands(COMMANDS, '  ')).toEqual(COMMANDS);
});
