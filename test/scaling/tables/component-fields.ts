import { runComponent } from '@workflow/component-kit/testing';
import { checkDefinition } from '../../../packages/validation/src/index.ts';
import type { Component, JsonObject } from '@workflow/workflow-model';
import { exampleOf } from '../../../packages/components/src/docs.ts';
import { DESCRIPTORS } from '../../../packages/components/src/generated/descriptors.ts';
import { findRunnable } from '../../../packages/components/src/runners.ts';
import { COMPONENT_TYPE_NAMES, type ComponentTypeName } from '../../../packages/components/src/types.ts';
import { KIB, type Reader } from '../reader.ts';
import { textFieldsOf, withText } from '../text-fields.ts';

/** The length at which growth is visible. The editor sends up to a megabyte of them. */
const MAX_LENGTH = 16 * KIB;
const ANSWER = { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };

/** Fields whose text another process reads when the component runs, each with what bounds it. */
export const RUN_ELSEWHERE: Readonly<Record<string, string>> = {
  'code/items': 'the text is in no program; a sandbox process starts for each text, which takes a second',
  'code/source': 'a sandbox process runs the program, with a time limit',
};

/** Each text field of each component type: as it is saved, as it runs, and with a placeholder's text in it. */
export const COMPONENT_FIELDS: readonly Reader[] = COMPONENT_TYPE_NAMES.flatMap((type) =>
  textFieldsOf(DESCRIPTORS[type].configSchema, MAX_LENGTH).flatMap(({ path, maxLength }) => {
    const place = `${type}/${path.join('/')}`;
    const config = (text: string) => withText(configOf(type), path, text) as JsonObject;
    const saved: Reader = [place, 'saved', maxLength, (text) => checkDefinition(definitionOf(type, config(text)))];
    if (place in RUN_ELSEWHERE) return [saved];
    const run = (text: string, values: JsonObject) =>
      runComponent(findRunnable(type)!, config(text), values, { answers: { http: [ANSWER, ANSWER] as never } });
    const runs: Reader = [place, 'run', maxLength, (text) => run(text, {})];
    const filled: Reader = [place, 'with a placeholder', MAX_LENGTH, (text) => run('{{ value }}', { value: text })];
    return [saved, runs, filled];
  }),
);

function configOf(type: ComponentTypeName): JsonObject {
  return exampleOf(type).definition.components.find((one) => one.type === type)?.config ?? {};
}

function definitionOf(type: string, config: JsonObject): object {
  const component: Component = { id: '00000000-0000-7000-8000-000000000001', type, config, output: 'result' };
  return { components: [component], connections: [] };
}
