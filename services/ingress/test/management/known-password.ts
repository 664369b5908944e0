import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** The password of people in tests that are not about how the people were created. */
export const PASSWORD = 'correct horse battery';
const SALT = '31eee9745245a8708e9adbf31f0e54b5';
const KEY =
  'af8d54c4b2175c5cf6071f4f8d40636ca64ba5de060162062a416310aeb79c76' +
  '5c9285122c1df480aa6809d1da74a7203ebc7e6782084fd9e4b9d70891f53ab1';
/** As the accounts library stores it. */
export const PASSWORD_HASH = `${SALT}:${KEY}`;

const { scrypt } = crypto;
let known: Buffer | undefined;

/**
 * A key takes a tenth of a second of a processor, on purpose. The one of the known password is derived once in each
 * process, however often these people sign in; any other password and salt is derived as ever.
 */
function deriveOnce(
  password: BinaryLike,
  salt: BinaryLike,
  length: number,
  options: ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
): void {
  const isKnown = password === PASSWORD && salt === SALT;
  if (isKnown && known !== undefined) {
    process.nextTick(done, null, known);
    return;
  }
  scrypt(password, salt, length, options, (error, key) => {
    if (isKnown && error === null) known = key;
    done(error, key);
  });
}

crypto.scrypt = deriveOnce as typeof scrypt;
syncBuiltinESMExports();
