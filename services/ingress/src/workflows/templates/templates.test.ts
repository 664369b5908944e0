import { expect, test } from '@jest/globals';
import { findComponentType, foldBodies, unchosenCredentials } from '@workflow/components/descriptors';
import { checkDefinition, checkDraftShape } from '@workflow/validation';
import type { Component } from '@workflow/workflow-model';
import { WORKFLOW_TEMPLATES } from './index.ts';

const ID = '00000000-0000-7000-8000-0000000000c1';
const lacksApp = ({ config }: Component) => config['app'] === '';

const EACH = WORKFLOW_TEMPLATES.map((make) => [make().key, make] as const);

test.each(EACH)('%s can be saved, and published once its credentials and apps are chosen', async (_, make) => {
  const { definition, workflows } = make();
  expect(checkDraftShape(foldBodies(definition)).ok).toBe(true);
  const chosen = {
    ...definition,
    components: definition.components.map((component) => {
      const names = unchosenCredentials(component);
      if (lacksApp(component)) names.push('app');
      return { ...component, config: { ...component.config, ...Object.fromEntries(names.map((name) => [name, ID])) } };
    }),
  };
  expect(await checkDefinition(chosen)).toEqual([]);
  for (const child of workflows) expect(await checkDefinition(child.definition)).toEqual([]);
});

test.each(EACH)('%s lists its needs, and until then every problem concerns a credential or an app', async (_, make) => {
  const { definition, needs, samples } = make();
  const unchosen = definition.components.filter((component) => unchosenCredentials(component).length > 0);
  const withoutApp = definition.components.filter(lacksApp);
  expect(needs.some(({ kind }) => kind === 'credential')).toBe(unchosen.length > 0);
  expect(needs.some(({ kind }) => kind === 'app')).toBe(withoutApp.length > 0);
  const problems = await checkDefinition(definition);
  const paths = new Set(['/config/credential', '/config/app', '/config']);
  expect(problems.filter(({ path }) => !paths.has(path))).toEqual([]);
  const lacking = [...unchosen, ...withoutApp].map(({ id }) => id);
  expect(new Set(problems.map(({ componentId }) => componentId))).toEqual(new Set(lacking));
  expect(definition.components.map(({ id }) => id)).toContain(samples[0]?.componentId);
});

test.each(EACH)('%s names every secret that it uses, and a credential for each kind of component', (_, make) => {
  const { definition, needs } = make();
  const named = (kind: string) => needs.filter((need) => need.kind === kind).map(({ name }) => name);
  const references = definition.components.flatMap(
    (component) => findComponentType(component)?.references(component.config) ?? [],
  );
  const secrets = references.filter(({ kind }) => kind === 'secret').map(({ value }) => value);
  expect(new Set(named('secret'))).toEqual(new Set(secrets));
  const unchosen = definition.components.filter((component) => unchosenCredentials(component).length > 0);
  const types = new Set(unchosen.map(({ type }) => type));
  expect(named('credential').length).toBeGreaterThanOrEqual(types.size);
  expect(named('credential').length).toBeLessThanOrEqual(unchosen.length);
});

test('each has ids of its own each time, and a key and a name that no other has', () => {
  const made = WORKFLOW_TEMPLATES.flatMap((make) => [make(), make()]);
  const ids = made.flatMap(({ definition, workflows }) =>
    [definition, ...workflows.map((child) => child.definition)].flatMap(({ components }) =>
      components.map(({ id }) => id),
    ),
  );
  expect(new Set(ids).size).toBe(ids.length);
  for (const field of ['key', 'name'] as const)
    expect(new Set(made.map((one) => one[field])).size).toBe(WORKFLOW_TEMPLATES.length);
});
