/** A system user and its group. */
export interface ProcessUser {
  uid: number;
  gid: number;
}

/**
 * The first user number of each kind, and how many users it has. Together they are 65000 to 65533, which Debian assigns
 * to nobody (Debian Policy, §9.2.2) and which own nothing.
 */
const USERS = {
  component: { first: 65_000, count: 500 },
  sandbox: { first: 65_500, count: 34 },
} as const;

/** Returns true if a process can run as another user than this one. */
export function canChangeUser(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}

/**
 * Returns the system user of a process that runs untrusted code. It has no rights over any other process.
 * @param place the number of the process among those of its kind, which no other one has now; if there are more
 * processes than users, two share one
 * @returns undefined if this process cannot change users; the other process then runs as the same user
 */
export function processUser(kind: keyof typeof USERS, place: number): ProcessUser | undefined {
  if (!canChangeUser()) return undefined;
  const { first, count } = USERS[kind];
  const id = first + (place % count);
  return { uid: id, gid: id };
}
