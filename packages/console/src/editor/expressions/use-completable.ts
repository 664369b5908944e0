import { findComponentType } from '@workflow/components/descriptors';
import { ADDRESS_FUNCTIONS, type Component, type Field } from '@workflow/workflow-model';
import { useMemo } from 'react';
import { quotedKey } from '../../ui/field-path.ts';
import { requestOf } from '../draft/request-before.ts';
import { useDraft } from '../editor-context.ts';
import { completablePaths } from './completable-paths.ts';
import type { Completable } from './jsonata-completions.ts';

const REQUEST_INFO = 'The whole request as text. Parse JSON behind the webhook reads the fields of its body.';

const ADDRESS_INFO = {
  approval: 'The link to the page where someone decides.',
  callback: 'The URL that the other system calls.',
} as const;

/** Returns the completions of an expression: placeholders with their fields, and the body of a request. */
export function useCompletable(fields: readonly Field[]): Completable[] {
  const components = useDraft((state) => state.draft.components);
  return useMemo(() => {
    const requests = new Set(components.map((component) => requestOf(component)));
    const known = completablePaths(fields).flatMap((one) =>
      requests.has(one.path)
        ? [
            { ...one, info: REQUEST_INFO },
            {
              path: `$eval(${quotedKey(one.path)}).body`,
              type: 'JSON',
              info: 'The body of the request as untyped JSON.',
            },
          ]
        : [one],
    );
    return [...known, ...components.flatMap(addressOf)];
  }, [fields, components]);
}

/** The URL at which the question of a component is answered, as an expression. */
function addressOf(component: Component): Completable[] {
  const kind = findComponentType(component)?.asks ?? null;
  const name = component.name ?? '';
  if (kind === null || name === '') return [];
  const quote = name.includes("'") ? '"' : "'";
  const path = `$${ADDRESS_FUNCTIONS[kind]}(${quote}${name}${quote})`;
  return [{ path, type: 'TEXT', onlyInExpressions: true, info: ADDRESS_INFO[kind] }];
}
