import { expect, test } from '@jest/globals';
import type { WorkflowContent } from '../files/workflow-file.ts';
import { inverse, translated } from './translate.ts';

const [CHILD, CHILD_THERE] = ['0197a000-0000-7000-8000-000000000001', '0197a000-0000-7000-8000-000000000002'];
const names = {
  ids: new Map([[CHILD, CHILD_THERE]]),
  secrets: new Map([['CRM_KEY', 'CRM_KEY_LIVE']]),
  versions: new Map([[`${CHILD} 3`, `${CHILD_THERE} 1`]]),
};

function contentWith(config: Record<string, unknown>): WorkflowContent {
  const component = { id: CHILD, type: 'http-request', config };
  return { name: 'CRM_KEY', description: CHILD, components: [component] as never, connections: [] };
}

test('secrets and ids are called as they are there, and as they are here on the way back', () => {
  const here = contentWith({
    workflowId: CHILD,
    auth: { secret: 'CRM_KEY' },
    headers: [{ value: `Bearer {{ $secret("CRM_KEY") }} {{ $secret( 'CRM_KEY' ) }} {{ $secret("OTHER") }}` }],
    body: `CRM_KEY and ${CHILD} are words here`,
  });
  const there = translated(here, names);
  expect(there).toEqual(
    contentWith({
      workflowId: CHILD_THERE,
      auth: { secret: 'CRM_KEY_LIVE' },
      headers: [
        { value: `Bearer {{ $secret("CRM_KEY_LIVE") }} {{ $secret( 'CRM_KEY_LIVE' ) }} {{ $secret("OTHER") }}` },
      ],
      body: `CRM_KEY and ${CHILD} are words here`,
    }),
  );
  expect(translated(there, inverse(names))).toEqual(here);
});

test('a version of an app that is not there is the newest one there, and the same on the way back', () => {
  const here = contentWith({ app: CHILD, version: 3, action: 'create' });
  const there = translated(here, names);
  expect(there).toEqual(contentWith({ app: CHILD_THERE, version: 1, action: 'create' }));
  expect(translated(there, inverse(names))).toEqual(here);
  expect(translated(contentWith({ app: CHILD, version: 2 }), names)).toEqual(
    contentWith({ app: CHILD_THERE, version: 2 }),
  );
});
