import type { Field } from '@workflow/workflow-model';
import { useMemo } from 'react';
import { quotedKey } from '../../ui/field-path.ts';
import { requestOf } from '../draft/request-before.ts';
import { useDraft } from '../editor-context.ts';
import { completablePaths } from './completable-paths.ts';
import type { Completable } from './jsonata-completions.ts';

const REQUEST_INFO = 'The whole request as one text. Parse JSON behind the webhook reads the fields of its body.';

/** Returns the completions of an expression: placeholders with their fields, and the body of a request. */
export function useCompletable(fields: readonly Field[]): Completable[] {
  const components = useDraft((state) => state.draft.components);
  return useMemo(() => {
    const requests = new Set(components.map((component) => requestOf(component)));
    return completablePaths(fields).flatMap((one) =>
      requests.has(one.path)
        ? [
            { ...one, info: REQUEST_INFO },
            { path: `$eval(${quotedKey(one.path)}).body`, type: 'JSON', info: 'Its body, without declared fields.' },
          ]
        : [one],
    );
  }, [fields, components]);
}
