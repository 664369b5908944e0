import { packageFiles, runs } from '../../packages/component-packages/src/testing/package-folder.ts';
import type { Definition } from '@workflow/workflow-model';

/** Ids of components in the definitions here and in the tutorial. */
export const START = '00000000-0000-7000-8000-000000000001';
export const FOREIGN = '00000000-0000-7000-8000-000000000002';

/** Returns the files of a package of this name and version. Its type has the same name, and its code has this body. */
export function packageOf(name: string, body: string, { version = '1.0.0', hasEffect = false } = {}) {
  const files = packageFiles({
    ...runs(body),
    'package.json': JSON.stringify({ name, version, type: 'module' }),
  });
  const descriptor = files['descriptor.js']!.replace('"type":"shout"', `"type":"${name}"`);
  return { ...files, 'descriptor.js': descriptor.replace('"hasEffect":false', `"hasEffect":${hasEffect}`) };
}

/** Returns a workflow of an input and one component of the type. */
export function alone(type: string, more: object = {}): Definition {
  return {
    components: [
      { id: START, type: 'input', config: { placeholders: [{ key: 'text', type: 'TEXT' }] } },
      { id: FOREIGN, type, output: 'result', config: { text: '{{ text }}' }, ...more },
    ],
    connections: [{ from: START, port: 'next', to: FOREIGN }],
  };
}
