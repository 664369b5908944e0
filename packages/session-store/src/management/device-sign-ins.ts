import { Prisma, type PrismaClient } from '../generated/client.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import type { Audit } from '../organization/audit-entry.ts';
import { readNow, readTimeIn } from '../postgres/read-clock.ts';
import { writeAudit } from './audit-log.ts';
import { statement } from '../postgres/named-statement.ts';
import { queryIn } from '../postgres/prisma-db.ts';

type Hash = Uint8Array<ArrayBuffer>;

/** The request of a program, with the hashes of its codes. */
interface NewDeviceSignIn {
  deviceCodeHash: Hash;
  userCodeHash: Hash;
  keyName: string;
  scopes: string[];
  /** The IP address of the program. */
  address: string;
  lifetimeMs: number;
}

/** The data that a person is asked to confirm. */
interface DeviceSignInView {
  keyName: string;
  scopes: string[];
  address: string;
  expiresAt: string;
}

export interface AcceptedDeviceSignIn {
  keyName: string;
  scopes: string[];
  organizationId: string;
  userId: string;
  email: string;
}

/** The answer to a program's poll (RFC 8628 §3.5). */
export type DeviceAnswer =
  | { kind: 'unknown' | 'expired' | 'slow-down' | 'pending' | 'denied' }
  /** The code cannot be used again after this answer. */
  | ({ kind: 'accepted' } & AcceptedDeviceSignIn);

/** Maximum number of rows that one request removes. */
const MAX_PRUNED = 500;

/** Stores a sign-in, and removes expired ones. */
export async function beginDeviceSignIn(prisma: PrismaClient, signIn: NewDeviceSignIn): Promise<void> {
  await prisma.$executeRaw(Prisma.sql`
    DELETE FROM device_sign_ins WHERE id IN (
      SELECT id FROM device_sign_ins WHERE expires_at < now() - interval '1 hour'
      ORDER BY expires_at LIMIT ${MAX_PRUNED})`);
  const { lifetimeMs, ...row } = signIn;
  const expiresAt = await readTimeIn(prisma, lifetimeMs);
  await prisma.deviceSignIn.create({ data: { id: timeOrderedId(), ...row, expiresAt } });
}

/** Returns null if no open sign-in has the code. */
export async function findDeviceSignIn(prisma: PrismaClient, userCodeHash: Hash): Promise<DeviceSignInView | null> {
  const signIn = await prisma.deviceSignIn.findFirst({
    where: { userCodeHash, accepted: null, expiresAt: { gt: await readNow(prisma) } },
  });
  if (signIn === null) return null;
  const { keyName, scopes, address, expiresAt } = signIn;
  return { keyName, scopes, address, expiresAt: expiresAt.toISOString() };
}

/**
 * Stores the answer of a person with its audit entry. Returns false if no open sign-in has the code. `scopes` must be
 * among the requested ones.
 */
export async function answerDeviceSignIn(
  prisma: PrismaClient,
  userCodeHash: Hash,
  answer: { accepted: boolean; organizationId: string; userId: string; keyName: string; scopes: string[] },
  { actor, entry }: Audit,
): Promise<boolean> {
  return prisma.$transaction(async (transaction) => {
    const { count } = await transaction.deviceSignIn.updateMany({
      where: { userCodeHash, accepted: null, expiresAt: { gt: await readNow(transaction) } },
      data: answer,
    });
    if (count > 0) await writeAudit(transaction, answer.organizationId, actor, entry);
    return count > 0;
  });
}

/** Answers a program's poll. `intervalMs` is the time that the program must wait between two polls. */
export async function askDeviceSignIn(
  prisma: PrismaClient,
  deviceCodeHash: Hash,
  intervalMs: number,
): Promise<DeviceAnswer> {
  const signIn = await prisma.deviceSignIn.findUnique({ where: { deviceCodeHash } });
  if (signIn === null) return { kind: 'unknown' };
  const now = await readNow(prisma);
  if (signIn.expiresAt <= now) return { kind: 'expired' };
  const latest = new Date(now.getTime() - intervalMs);
  const { count } = await prisma.deviceSignIn.updateMany({
    where: { deviceCodeHash, OR: [{ lastAskedAt: null }, { lastAskedAt: { lte: latest } }] },
    data: { lastAskedAt: now },
  });
  if (count === 0) return { kind: 'slow-down' };
  if (signIn.accepted === null) return { kind: 'pending' };
  return signIn.accepted ? spend(prisma, deviceCodeHash) : { kind: 'denied' };
}

const SPEND = statement<{ deviceCodeHash: Hash }, AcceptedDeviceSignIn & { role: string | null }>()(
  'spend_device_code',
  `DELETE FROM device_sign_ins d USING users u
    WHERE d.device_code_hash = $deviceCodeHash AND d.accepted AND u.id = d.user_id
    RETURNING d.key_name AS "keyName", d.scopes, d.organization_id AS "organizationId", u.id AS "userId", u.email,
      (SELECT m.role FROM members m WHERE m.user_id = u.id AND m.organization_id = d.organization_id) AS role`,
  { keyName: 'text', scopes: 'text[]', organizationId: 'uuid', userId: 'uuid', email: 'text', role: 'text?' },
);

/**
 * Uses a code. If several programs poll at the same time, only one gets the answer. The person who accepted must still
 * be an admin.
 */
async function spend(prisma: PrismaClient, deviceCodeHash: Hash): Promise<DeviceAnswer> {
  const [row] = await queryIn(prisma)(...SPEND.with({ deviceCodeHash }));
  if (row === undefined) return { kind: 'unknown' };
  const { role, ...accepted } = row;
  return role === 'admin' ? { kind: 'accepted', ...accepted } : { kind: 'denied' };
}
