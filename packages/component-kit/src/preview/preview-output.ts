import { pointerKeys, valueAtKeys, type Component, type Json, type JsonObject } from '@workflow/workflow-model';
import type { ComponentDescriptor } from '../describe/descriptor.ts';
import { propertiesOf } from '../describe/config-sites.ts';
import { conformValue } from '../run/conform-value.ts';
import { readJsonSource } from '../run/read-json-source.ts';
import { previewField } from './preview-field.ts';

type Previewed = Pick<Component, 'config'>;

/**
 * Returns the output of a component with these placeholders, computed by the code that runs it. Returns undefined if
 * the type cannot be computed without running it.
 * @throws StepFailure as its step would fail
 */
export async function previewOutput(
  descriptor: ComponentDescriptor,
  { config }: Previewed,
  placeholders: Readonly<JsonObject>,
): Promise<Json | undefined> {
  const [shape] = descriptor.outputs({ config, output: 'output' });
  if (descriptor.preview === null || shape === undefined) return undefined;
  const value = await readProperty(descriptor, config, placeholders);
  return descriptor.preview.parsesJson
    ? readJsonSource(value ?? null, pathOf(descriptor, config), shape.fields ?? [])
    : conformValue(value, shape, 'the result');
}

/**
 * Returns the whole JSON from which a component reads its fields, or undefined if there is none.
 * @throws StepFailure if the source cannot be resolved, SyntaxError if it is not JSON
 */
export async function previewJson(
  descriptor: ComponentDescriptor,
  { config }: Previewed,
  placeholders: Readonly<JsonObject>,
): Promise<Json | undefined> {
  if (descriptor.preview?.parsesJson !== true) return undefined;
  const place = valueAtKeys(
    parsed((await readProperty(descriptor, config, placeholders)) ?? null),
    pointerKeys(pathOf(descriptor, config)),
  );
  return place === undefined ? undefined : parsed(place as Json);
}

function readProperty(
  { preview, configSchema }: ComponentDescriptor,
  config: JsonObject,
  placeholders: Readonly<JsonObject>,
): Promise<Json | undefined> {
  const property = preview?.property ?? '';
  return previewField(propertiesOf(configSchema)[property] ?? {}, config[property], placeholders);
}

function pathOf({ preview }: ComponentDescriptor, config: JsonObject): string {
  const path = preview?.path === undefined ? '' : config[preview.path];
  return typeof path === 'string' ? path : '';
}

function parsed(value: Json): Json {
  return typeof value === 'string' ? (JSON.parse(value) as Json) : value;
}
