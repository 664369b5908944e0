import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { COMPONENT_TYPE_NAMES } from '../packages/components/src/types.ts';

const ROOT = join(import.meta.dirname, '..');
const NAMES = COMPONENT_TYPE_NAMES.join('|');
/** Names that have no other meaning. */
const DISTINCT = COMPONENT_TYPE_NAMES.filter((name) => name.includes('-')).join('|');

/** The ways in which code names a type: it compares one, writes one as `type`, lists it, or uses it in SQL. */
const NAMING = new RegExp(
  `\\btype\\s*(?:===|!==|:)\\s*'(?:${NAMES})'|'(?:${NAMES})'\\s*(?:===|!==)\\s*[\\w.]*\\btype\\b|` +
    `['"](?:${DISTINCT})['"]|\\btype\\s*==\\s*"(?:${NAMES})"`,
);

/** Files that may name types, each with its reason. */
const MAY_NAME: { files: string; reason: string }[] = [
  { files: 'packages/components/src/', reason: 'The types themselves.' },
  { files: 'packages/expressions/src/parsing/', reason: "Nodes of JSONata's syntax tree have other types." },
  { files: 'services/ingress/src/workflows/templates/', reason: 'Definitions of the gallery.' },
  { files: 'packages/local-stack/src/demo/', reason: 'Definitions of the demo.' },
  { files: 'packages/test-harness/src/lab/', reason: 'Definitions that are measured.' },
  { files: 'packages/test-harness/src/largest-tenant/', reason: 'Definitions that are measured.' },
  { files: 'packages/console/src/editor/apps/app-action-type.ts', reason: 'The one type that all operations have.' },
  { files: 'packages/console/src/editor/layout/agent-tools.ts', reason: 'The list of tools on the card of an agent.' },
  { files: 'services/ingress/src/mcp/tools/building/definition-guide.ts', reason: 'The example that the tools teach.' },
  {
    files: 'services/ingress/src/pages/open-page.ts',
    reason: 'The two types with a public page, in texts for people.',
  },
  { files: 'services/ingress/src/forms/find-form.ts', reason: 'The page of a form, which its URL names.' },
  { files: 'services/ingress/src/chats/find-chat.ts', reason: 'The page of a chat, which its URL names.' },
  { files: 'packages/credentials/src/s3/descriptor.ts', reason: 'A credential type with the same name.' },
];

function namings(text: string): string[] {
  return text.split('\n').filter((line) => !/^\s*(?:\/\/|\*|\/\*)/.test(line) && NAMING.test(line));
}

test('no code outside of its folder names a component type: what it needs to know is in the descriptor', () => {
  const files = globSync('{packages,services}/*/src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (file) =>
      !/\.test\.tsx?$|\/generated\/|\/testing\/|\/node_modules\//.test(file) &&
      !file.endsWith('definition-fixtures.ts') &&
      !MAY_NAME.some(({ files: allowed }) => file.startsWith(allowed)),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    namings(readFileSync(join(ROOT, file), 'utf8')).map((line) => ({ file, line })),
  );
  expect(found).toEqual([]);
});

test.each([
  `if (component.type === 'webhook') return null;`,
  `const isOutput = 'output' === component.type;`,
  `if (type !== 'delay') return [];`,
  `const MAY_BE_PARTIAL = new Set(['http-request']);`,
  `'$.components[*] ? (@.type == "code")'`,
  `const added = { id: 'output-1', type: 'output', config: {} };`,
])('the rule finds a planted %s', (line) => {
  expect(namings(line)).toEqual([line]);
});

test.each([
  `const code = 'code' in error;`,
  `// as 'http-request' does`,
  `step.kind === 'input'`,
  `new URLSearchParams({ response_type: 'code' })`,
])('the rule allows %s', (line) => {
  expect(namings(line)).toEqual([]);
});
