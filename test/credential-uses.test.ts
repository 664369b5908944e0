import { expect, test } from '@jest/globals';
import { HTTP_CREDENTIAL_TYPES, type ReferenceAnnotation } from '@workflow/component-kit';
import { COMPONENT_TYPES } from '@workflow/components/descriptors';
import { CREDENTIAL_TYPES } from '@workflow/credentials/descriptors';

/** Returns the lists of credential types that the fields of a schema accept. */
function acceptedIn(schema: unknown): (readonly string[])[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { kind, types = [] } = ((schema as { 'x-reference'?: ReferenceAnnotation })['x-reference'] ??
    {}) as Partial<ReferenceAnnotation>;
  return [...(kind === 'credential' ? [types] : []), ...Object.values(schema).flatMap(acceptedIn)];
}

const accepted = COMPONENT_TYPES.flatMap(({ configSchema }) => acceptedIn(configSchema));

test('every credential type can be chosen in a field of a component (`x-reference.types` of its descriptor)', () => {
  const chosen = new Set(accepted.flat());
  expect(CREDENTIAL_TYPES.map(({ type }) => type).filter((type) => !chosen.has(type))).toEqual([]);
});

test('every type that a field accepts exists', () => {
  const known = new Set(CREDENTIAL_TYPES.map(({ type }) => type));
  expect(accepted.flat().filter((type) => !known.has(type))).toEqual([]);
});

test('HTTP_CREDENTIAL_TYPES has every type that is limited to hosts', () => {
  const limited = CREDENTIAL_TYPES.filter(({ schema }) => Object.hasOwn(schema.properties as object, 'hosts')).map(
    ({ type }) => type,
  );
  expect([...HTTP_CREDENTIAL_TYPES].toSorted()).toEqual(limited.toSorted());
});
