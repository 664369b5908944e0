import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { findPreview, hasPreview } from '@workflow/components/previews';
import { isJsonObject, type Json, type JsonObject } from '@workflow/workflow-model';
import { createContext, useContext } from 'react';
import { quotedKey } from '../../ui/field-path.ts';
import { useEditor, useSelectedComponent } from '../editor-context.ts';
import { previewValuesQuery } from '../values/sample-values.ts';

/** The number of items that are examined for their fields. */
const MAX_ITEMS = 50;
const MAX_FIELDS = 200;
const MAX_DEPTH = 4;

/** A field of the items that an operation receives, and the type of its first value. */
export interface ItemField {
  path: string;
  type: string;
}

const NONE: readonly ItemField[] = [];

/** The fields of the items that the operation around a field receives. */
export const StepItemsContext = createContext<readonly ItemField[]>(NONE);

export function useStepItems(): readonly ItemField[] {
  return useContext(StepItemsContext);
}

/** Reads the fields of the items after the first operations of the selected component, with the sample values. */
export function useItemFields(config: JsonObject, steps: number): readonly ItemField[] {
  const { workflowId, store } = useEditor();
  const type = useSelectedComponent()?.type ?? '';
  const [settled] = useDebouncedValue(config, 300);
  const samples = useQuery({ ...previewValuesQuery(workflowId), enabled: hasPreview(type) });
  const fields = useQuery({
    queryKey: ['step-items', type, settled, steps, samples.dataUpdatedAt],
    enabled: samples.data !== undefined && samples.data !== null,
    gcTime: 10_000,
    retry: false,
    queryFn: async (): Promise<readonly ItemField[]> => {
      const compute = await findPreview(type);
      const { fillOutputs } = await import('../expressions/fill-outputs.ts');
      const values = await fillOutputs(store.getState().draft, samples.data as JsonObject);
      // An operation that fails has no items, and its preview shows why.
      const items = await Promise.resolve(compute?.(settled, values, steps)).catch(() => undefined);
      return Array.isArray(items) ? itemFields(items) : NONE;
    },
  });
  return fields.data ?? NONE;
}

/** Returns the fields of the first items, also within objects, each once. */
export function itemFields(items: readonly Json[]): ItemField[] {
  const found = new Map<string, ItemField>();
  const collect = (value: Json, prefix: string, depth: number): void => {
    if (!isJsonObject(value) || depth > MAX_DEPTH) return;
    for (const [key, own] of Object.entries(value)) {
      if (found.size >= MAX_FIELDS) return;
      const path = prefix + quotedKey(key);
      if (!found.has(path)) found.set(path, { path, type: typeOfValue(own) });
      collect(own, `${path}.`, depth + 1);
    }
  };
  for (const item of items.slice(0, MAX_ITEMS)) collect(item, '', 1);
  return [...found.values()];
}

function typeOfValue(value: Json): string {
  if (Array.isArray(value)) return 'LIST';
  if (isJsonObject(value)) return 'OBJECT';
  if (typeof value === 'string') return 'TEXT';
  return value === null ? 'JSON' : typeof value === 'number' ? 'NUMBER' : 'BOOLEAN';
}
