import { api, dataOf } from '../client.ts';

const PAGE_SIZE = 200;

/** The name, or with the first number from 2 that no workflow of the organization has, however many there are. */
export async function freeWorkflowName(name: string, nameWith: NumberedName): Promise<string> {
  const taken = new Set<string>();
  const query = { search: stemOf(name), limit: PAGE_SIZE, subfolders: true };
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const page = await dataOf(
      api.GET('/v1/workflows', { query: { ...query, ...(cursor !== undefined && { cursor }) } }),
    );
    for (const workflow of page.items) taken.add(workflow.name);
    cursor = page.nextCursor ?? undefined;
  }
  return nameWith(name, taken);
}

/** Makes a name that is not among those taken. */
type NumberedName = (name: string, taken: ReadonlySet<string>) => string;

/** Without a number at its end, so that all names are found that a number could make. */
function stemOf(name: string): string {
  return name.replace(/(?<!\d)\d+$/, '').trimEnd() || name;
}
