import { asText, type Json } from '@workflow/workflow-model';

/** Returns the texts of a query parameter or a field of a form: one for each item of a list. */
export function queryItems(value: Json): string[] {
  return (Array.isArray(value) ? value : [value]).map((item) => asText(item));
}
