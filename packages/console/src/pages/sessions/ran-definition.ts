import { queryOptions } from '@tanstack/react-query';
import type { Definition } from '@workflow/workflow-model';
import { asDefinition } from '../../api/as-definition.ts';
import { api, dataOf } from '../../api/client.ts';
import { loadComponentTypes } from '../../api/component-types.ts';
import type { Session } from '../../api/types.ts';
import { componentName } from '../../editor/draft/component-name.ts';

/** The definition that a session runs; only a retry, which is another run, can change it. */
export function ranDefinitionQuery({ id, run }: Session) {
  return queryOptions({
    queryKey: ['ran-definition', id, run],
    staleTime: Infinity,
    retry: false,
    queryFn: async () => {
      const reading = dataOf(api.GET('/v1/sessions/{id}/definition', { path: { id } }));
      const [definition] = await Promise.all([reading, loadComponentTypes()]);
      return asDefinition(definition);
    },
  });
}

/** The name of a component; the start of its id where the definition is not known. */
export function nameInDefinition(definition: Definition | undefined, componentId: string): string {
  const component = definition?.components.find(({ id }) => id === componentId);
  return component ? componentName(component) : `${componentId.slice(0, 8)}…`;
}
