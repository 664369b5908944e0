import { asText, type Json } from '@workflow/workflow-model';

/** Returns a value as `application/x-www-form-urlencoded` has it (https://url.spec.whatwg.org/#urlencoded-serializing). */
export function formField(value: Json): string {
  return new URLSearchParams({ '': asText(value).toWellFormed() }).toString().slice(1);
}
