import { createHmac, timingSafeEqual } from 'node:crypto';
import type { QuestionKind, QuestionPlace } from '@workflow/workflow-model';
import { uuidAt, UUID_BYTES, uuidBytes } from '../ids/uuid-bytes.ts';

const NUMBER_BYTES = 4;
const PLACE_BYTES = 2 * UUID_BYTES + 2 * NUMBER_BYTES;
const MAC_BYTES = 26;
/**
 * The length of the base64url of place and MAC. The number of bytes is a multiple of three, so that different texts
 * always encode different bytes.
 */
const TOKEN_LENGTH = ((PLACE_BYTES + MAC_BYTES) / 3) * 4;
const TOKEN = new RegExp(`^[A-Za-z0-9_-]{${TOKEN_LENGTH}}$`);

/**
 * Creates and reads the last segment of a question's URL: the place of the question, and a MAC over place and kind.
 * Whoever has it may answer. A place always has the same segment, and nobody can create one without the key.
 * @param readKey is called until it has succeeded once
 */
export function openQuestionAddresses(readKey: () => Promise<Uint8Array>) {
  let reading: Promise<Uint8Array> | null = null;
  function key(): Promise<Uint8Array> {
    reading ??= readKey().catch((error: unknown) => {
      reading = null;
      throw error;
    });
    return reading;
  }
  return {
    async tokenOf(kind: QuestionKind, place: QuestionPlace): Promise<string> {
      const bytes = bytesOf(place);
      return Buffer.concat([bytes, macOf(await key(), kind, bytes)]).toString('base64url');
    },
    /** Returns null if the service did not create it for this kind. */
    async placeOf(kind: QuestionKind, token: string): Promise<QuestionPlace | null> {
      if (!TOKEN.test(token)) return null;
      const all = Buffer.from(token, 'base64url');
      const bytes = all.subarray(0, PLACE_BYTES);
      const mac = macOf(await key(), kind, bytes);
      return timingSafeEqual(mac, all.subarray(PLACE_BYTES)) ? readPlace(bytes) : null;
    },
  };
}

function macOf(key: Uint8Array, kind: QuestionKind, bytes: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`${kind}\n`).update(bytes).digest().subarray(0, MAC_BYTES);
}

function bytesOf({ sessionId, run, componentId, iteration }: QuestionPlace): Buffer {
  const numbers = Buffer.alloc(2 * NUMBER_BYTES);
  numbers.writeUInt32BE(run, 0);
  numbers.writeUInt32BE(iteration, NUMBER_BYTES);
  return Buffer.concat([uuidBytes(sessionId, componentId), numbers]);
}

function readPlace(bytes: Buffer): QuestionPlace {
  return {
    sessionId: uuidAt(bytes, 0),
    componentId: uuidAt(bytes, UUID_BYTES),
    run: bytes.readUInt32BE(2 * UUID_BYTES),
    iteration: bytes.readUInt32BE(2 * UUID_BYTES + NUMBER_BYTES),
  };
}
