/** A user of the system and its group. */
export interface ProcessUser {
  uid: number;
  gid: number;
}

/**
 * The first number of each kind, and how many it has: together 65000 to 65533, which Debian gives nobody (Debian
 * Policy, §9.2.2) and which own nothing.
 */
const USERS = {
  component: { first: 65_000, count: 500 },
  sandbox: { first: 65_500, count: 34 },
} as const;

/** Whether a process can run as another user than this one. */
export function canChangeUser(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}

/**
 * The user of a process that runs code of others, who has no right over any other process.
 * @param place of the processes of its kind, a number that no other one has now; beyond the users that there are, two
 * share one
 * @returns undefined: this process cannot change users, and the other one runs as its own
 */
export function processUser(kind: keyof typeof USERS, place: number): ProcessUser | undefined {
  if (!canChangeUser()) return undefined;
  const { first, count } = USERS[kind];
  const id = first + (place % count);
  return { uid: id, gid: id };
}
