import { randomBytes } from 'node:crypto';
import type { TestStore } from './open-test-store.ts';

/**
 * Makes every statement fail that changes a row of an organization.
 * @param row SQL of the row's organization, from `changed`
 * @returns a function that undoes it
 */
export async function poison(
  test: TestStore,
  { table, on, organizationId, row = 'changed.organization_id' }: Poison,
): Promise<() => Promise<void>> {
  const name = `poison_${randomBytes(6).toString('hex')}`;
  await test.sql(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE changed ${table}%ROWTYPE;
    BEGIN
      IF TG_OP = 'DELETE' THEN changed := OLD; ELSE changed := NEW; END IF;
      IF ${row} = '${organizationId}'::uuid THEN RAISE EXCEPTION 'poisoned'; END IF;
      RETURN changed;
    END $$`);
  await test.sql(`CREATE TRIGGER ${name} BEFORE ${on} ON ${table} FOR EACH ROW EXECUTE FUNCTION ${name}()`);
  return async () => {
    await test.sql(`DROP FUNCTION ${name} CASCADE`);
  };
}

interface Poison {
  table: string;
  on: 'INSERT' | 'UPDATE' | 'DELETE';
  organizationId: string;
  row?: string;
}
