import type { Json } from '@workflow/workflow-model';
import type { Place, SensitiveSeals } from '../sealing/sensitive-seals.ts';

/** A value with its sensitive parts. */
export interface Content {
  value: Json;
  /** The masked value, which people see; `value` itself if nothing is masked. */
  shown: Json;
  /** The values that are masked. */
  sensitive: readonly Json[];
}

/** Returns the content of a value without sensitive parts. */
export function plainContent(value: Json): Content {
  return { value, shown: value, sensitive: [] };
}

/** Seals `value`. Returns null if nothing is masked. */
export async function sealContent(
  seals: SensitiveSeals,
  organizationId: string,
  place: Place,
  { value, shown, sensitive }: Content,
): Promise<Buffer | null> {
  if (shown === value && sensitive.length === 0) return null;
  return Buffer.from(await seals.seal(organizationId, place, { value, sensitive: [...sensitive] }));
}

export async function openContent(
  seals: SensitiveSeals,
  organizationId: string,
  place: Place,
  { value: shown, hidden }: { value: Json; hidden: Uint8Array | null },
): Promise<Content> {
  if (hidden === null) return plainContent(shown);
  const { value, sensitive } = await seals.open(organizationId, place, hidden);
  return { value, shown, sensitive };
}
