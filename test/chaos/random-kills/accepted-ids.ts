import type { Client } from 'pg';

const ID_BYTES = 16;
const CHUNK = 10_000;

/** Sessions of accepted requests by the number of the request. Each takes 16 bytes, so that a million fit. */
export class AcceptedIds {
  count = 0;
  readonly #bytes: Buffer;

  constructor(total: number) {
    this.#bytes = Buffer.alloc(total * ID_BYTES);
  }

  set(number: number, sessionId: string): void {
    this.#bytes.write(sessionId.replaceAll('-', ''), number * ID_BYTES, 'hex');
    this.count += 1;
  }

  get(number: number): string {
    return this.#bytes
      .toString('hex', number * ID_BYTES, (number + 1) * ID_BYTES)
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }

  /** Writes them to the table `chaos_accepted`. */
  async write(database: Client): Promise<void> {
    await database.query('CREATE TABLE chaos_accepted (number int, id uuid)');
    for (let from = 0; from < this.count; from += CHUNK) {
      const numbers = Array.from({ length: Math.min(CHUNK, this.count - from) }, (_, index) => from + index);
      await database.query('INSERT INTO chaos_accepted SELECT * FROM unnest($1::int[], $2::uuid[])', [
        numbers,
        numbers.map((number) => this.get(number)),
      ]);
    }
    await database.query('ANALYZE chaos_accepted');
  }
}
