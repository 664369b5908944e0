import { asText, type Json } from '@workflow/workflow-model';

/** Returns a value for a form, percent-encoded (https://url.spec.whatwg.org/#urlencoded-serializing). */
export function formField(value: Json): string {
  return new URLSearchParams({ '': asText(value).toWellFormed() }).toString().slice(1);
}
