import { expect, test } from '@jest/globals';
import type { Definition, JsonObject } from '@workflow/workflow-model';
import { checkDefinition, checkDraftShape, referencesOf } from '../index.ts';
import { component, connect, idOf } from './definition-fixtures.ts';

const start = component(1, 'input', { placeholders: [{ key: 'rows', type: 'JSON' }] });
const text = (id: number, expression = 'item', more = {}) =>
  component(id, 'transform', { expression, type: 'TEXT' }, more);

function looped(components: object[], connections: object[] = [], config: JsonObject = {}, more: object = {}) {
  const body = { components, connections } as unknown as JsonObject;
  const each = { ...component(2, 'for-each', { items: '{{ rows }}', itemKey: 'item', body, ...config }), ...more };
  return { components: [start, each], connections: [connect(1, 2)] };
}

async function problemsOf(definition: object): Promise<string[]> {
  return (await checkDefinition(definition)).map(({ componentId, path, code }) => `${componentId} ${path} ${code}`);
}

test.each<[string, object, string[]]>([
  ['reads the placeholders around it, the item and index', looped([text(3, 'rows & item & index')]), []],
  ['begins with one component', looped([text(3), text(4)]), [`${idOf(2)} /config/body BODY_BEGINNINGS`]],
  ['has components', looped([]), [`${idOf(2)} /config/body BODY_EMPTY`]],
  [
    'has no circle',
    looped([text(3), text(4), text(5)], [connect(3, 4), connect(4, 5), connect(5, 4)]),
    [`${idOf(4)}  CYCLE`],
  ],
  ['has no triggers', looped([component(3, 'input', { placeholders: [] })]), [`${idOf(3)} /type BODY_COMPONENT`]],
  ['has no respond', looped([component(3, 'respond', {})]), [`${idOf(3)} /type BODY_COMPONENT`]],
  [
    'has ids that nothing around it has',
    looped([text(1)]),
    [
      `${idOf(1)} /id COMPONENT_ID_TWICE`,
      `${idOf(1)}  CYCLE`,
      `${idOf(1)} /connections/0 CONNECTION_ACROSS_BODIES`,
      `${idOf(1)} /config/expression PLACEHOLDER_UNKNOWN`,
    ],
  ],
  [
    'produces no placeholder of the item',
    looped([text(3, '1', { output: 'item' })]),
    [`${idOf(3)} /output PLACEHOLDER_TWICE`],
  ],
  ['reads only what exists', looped([text(3, 'other')]), [`${idOf(3)} /config/expression PLACEHOLDER_UNKNOWN`]],
  [
    'does not read the results of its own for-each',
    looped([text(3, 'results')], [], {}, { output: 'results' }),
    [`${idOf(3)} /config/expression PLACEHOLDER_NOT_AVAILABLE`],
  ],
  [
    'is no connection away from the components around it',
    { ...looped([text(3)]), connections: [connect(1, 2), connect(1, 3)] },
    [`${idOf(1)} /connections/1 CONNECTION_ACROSS_BODIES`],
  ],
  [
    'has ports that exist',
    looped([text(3), text(4)], [connect(3, 4, 'left')]),
    [`${idOf(3)} /connections/0/port PORT_UNKNOWN`],
  ],
  [
    'needs a name for the item',
    looped([text(3, '1')], [], { itemKey: '*' }),
    [`${idOf(2)} /config/itemKey FIELD_RULE`],
  ],
  [
    'is instead of a workflow',
    looped([text(3)], [], { workflowId: idOf(8) }),
    [`${idOf(2)} /config/workflowId FIELD_RULE`],
  ],
  [
    'is not checked while its component is disabled',
    looped([text(3, 'nothing'), text(4)], [], {}, { disabled: true }),
    [],
  ],
  [
    'can contain another body, which reads all around it',
    looped([
      component(3, 'for-each', {
        items: '{{ item }}',
        itemKey: 'part',
        body: { components: [text(4, 'rows & item & part & index')] } as unknown as JsonObject,
      }),
    ]),
    [],
  ],
])('a body %s', async (_, definition, problems) => {
  expect(await problemsOf(definition)).toEqual(problems);
});

const nested = (depth: number): object[] =>
  depth === 0
    ? [text(9, '1')]
    : [
        component(100 + depth, 'for-each', {
          items: 'x',
          itemKey: 'item',
          body: { components: nested(depth - 1) } as never,
        }),
      ];

test.each<[string, object, string[]]>([
  [
    'a component without an id',
    looped([{ type: 'output' }]),
    ['components[1].config.body.components[0].id is required'],
  ],
  [
    'an unknown field',
    looped([{ ...text(3), within: idOf(2) }]),
    ['components[1].config.body.components[0].within is not a known field'],
  ],
  ['a body that is no object', looped([], [], { body: 1 }), ['components[1].config.body must be an object']],
  [
    'too many bodies within each other',
    { components: nested(6) },
    [expect.stringContaining('must not be within more than 4 others') as unknown as string],
  ],
  [
    'more components than a definition may have',
    looped(Array.from({ length: 999 }, (_, index) => text(index + 1_000))),
    ['components must have at most 1000 items, those of bodies included'],
  ],
  [
    'more connections than a definition may have',
    looped(
      [text(3), text(4)],
      Array.from({ length: 4_000 }, () => connect(3, 4)),
    ),
    ['connections must have at most 4000 items, those of bodies included'],
  ],
])('refuses to save %s', (_, definition, problems) => {
  expect(checkDraftShape(definition)).toEqual({ ok: false, problems });
});

test('a problem of the shape names the inner component', async () => {
  const [problem] = await checkDefinition(looped([{ ...text(3), retry: { maxAttempts: 0 } }]));
  expect(problem).toMatchObject({ componentId: idOf(3), path: '/retry/maxAttempts' });
});

test('references of bodies count, unless the component with the body is disabled', async () => {
  const run = component(3, 'run-workflow', { workflowId: idOf(8), componentId: idOf(9), wait: true });
  const stored = (definition: object) => (checkDraftShape(definition) as unknown as { value: Definition }).value;
  expect(await referencesOf(stored(looped([run])))).toMatchObject([
    { componentId: idOf(3), kind: 'workflow', target: idOf(8) },
    { componentId: idOf(3), kind: 'component', target: idOf(9) },
  ]);
  expect(await referencesOf(stored(looped([run], [], {}, { disabled: true })))).toEqual([]);
});
