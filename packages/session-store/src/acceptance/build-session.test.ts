import { expect, test } from '@jest/globals';
import type { HiddenStart, StartRules } from '@workflow/workflow-model';
import { buildSession } from './build-session.ts';

const GATHERING = { key: 'null', quietMs: 1_000, maxMs: 2_000, maxItems: 100, item: '{"card":"4711"}' };
const START = {
  organizationId: 'organization',
  workflowId: 'workflow',
  definitionId: 'definition',
  workflowVersion: 1,
  componentId: 'component',
  trigger: 'API',
  mode: 'PROD',
  startedBy: null,
  values: { card: '4711' },
} as const;

const build = (hiding: HiddenStart | null) => {
  const rules: StartRules = {
    ...{ priority: undefined, expireAfterSeconds: undefined, pool: undefined, flowKeys: null, label: null },
    hide: () => hiding,
    gather: () => GATHERING,
  };
  return buildSession(rules, START);
};

test('a request gathers with others', async () => {
  expect((await build(null)).gather).toMatchObject(GATHERING);
});

// Publishing refuses sensitive placeholders of triggers, but a run can start behind a component that makes one.
test('a request with sensitive values starts a separate session', async () => {
  const hidden = { value: START.values, sensitive: ['4711'] };
  const session = await build({ shown: { card: '•••' }, hidden });
  expect(session.gather).toBeUndefined();
  expect(session).toMatchObject({ placeholderValuesJson: '{"card":"•••"}', hidden });
});
