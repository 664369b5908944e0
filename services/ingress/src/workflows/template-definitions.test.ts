import { expect, test } from '@jest/globals';
import { checkDefinition } from '@workflow/validation';
import { WORKFLOW_TEMPLATES } from './template-definitions.ts';

test.each(WORKFLOW_TEMPLATES.map((make) => [make().key, make] as const))(
  '%s can be published as it is',
  async (_, make) => {
    expect(await checkDefinition(make().definition)).toEqual([]);
  },
);

test('has ids of its own each time', () => {
  const ids = WORKFLOW_TEMPLATES.flatMap((make) => [make(), make()]).flatMap(({ definition }) =>
    definition.components.map(({ id }) => id),
  );
  expect(new Set(ids).size).toBe(ids.length);
});
