import { StepFailure, type Json } from '@workflow/workflow-model';
import type { StoredValues } from '../run/stored-values.ts';

/** Stored values of a tested component, by `<scope> <key>`. Time does not pass for them. */
export class TestedValues implements StoredValues {
  readonly #values: Map<string, Json>;

  constructor(values: Map<string, Json>) {
    this.#values = values;
  }

  async get(scope: string, key: string): Promise<Json> {
    return this.#values.get(`${scope} ${key}`) ?? null;
  }

  async set(scope: string, key: string, value: Json): Promise<Json> {
    this.#values.set(`${scope} ${key}`, value);
    return value;
  }

  async add(scope: string, key: string, amount: number): Promise<number> {
    const before = this.#values.get(`${scope} ${key}`) ?? 0;
    if (typeof before !== 'number') throw new StepFailure('FIELD_INVALID', `The value of ${key} is not a number`);
    this.#values.set(`${scope} ${key}`, before + amount);
    return before + amount;
  }

  async delete(scope: string, key: string): Promise<Json> {
    const before = await this.get(scope, key);
    this.#values.delete(`${scope} ${key}`);
    return before;
  }
}
