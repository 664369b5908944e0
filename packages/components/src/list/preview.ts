import { previewField } from '@workflow/component-kit/preview';
import type { Json } from '@workflow/workflow-model';
import type { PreviewComponent } from '../preview-component.ts';
import { descriptor } from './descriptor.ts';
import { applyOperations } from './operations/apply-operations.ts';
import { MadeRoom } from './operations/made-room.ts';
import { readyOperation, type ConfiguredOperation } from './ready-operation.ts';

/** The maximum number of items in a preview, because a person waits for it. */
const MAX_ITEMS = 1_000;
/** The limits of the operations on them. */
const LIMITS = { items: 20_000, bytes: 16_777_216 };

/** Previews the list after its first operations. */
export const preview: PreviewComponent = async (config, placeholders, steps = Infinity) => {
  const { items: itemsSchema, operations: operationsSchema } = descriptor.configSchema.properties;
  const { items, operations = [] } = config;
  if (typeof items !== 'string' || !Array.isArray(operations)) return;
  const list = (await previewField(itemsSchema, items, placeholders)) as Json[];
  const chosen = operations.slice(0, steps) as Json;
  const resolved = (await previewField(operationsSchema, chosen, placeholders)) as unknown as ConfiguredOperation[];
  return applyOperations(list.slice(0, MAX_ITEMS), resolved.map(readyOperation), new MadeRoom(LIMITS));
};
