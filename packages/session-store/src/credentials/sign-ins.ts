import { createHash } from 'node:crypto';
import type { JsonObject } from '@workflow/workflow-model';
import type { Prisma, PrismaClient } from '../generated/client.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { writeAudit, type Actor } from '../management/audit-log.ts';
import { signInSecretName } from '../sealing/sealed-columns.ts';
import { openSecret, sealSecret, type SecretsKeys } from '../sealing/secret-sealing.ts';
import { credentialEntry } from './credential-entry.ts';
import type { GrantedServer } from './open-credential.ts';
import type { CredentialsScope } from './write-credentials.ts';
import { readNow, readTimeIn } from '../postgres/read-clock.ts';

/** Time that a person has to sign in and consent. */
const SIGN_IN_MS = 10 * 60_000;
/** Simultaneous sign-ins to one credential, for example in several tabs. */
const MOST_SIGN_INS = 10;

/** The data that is needed when the browser returns. */
interface SignInContent {
  state: string;
  verifier: string;
  redirectUri: string;
  /** The fields of the credential when the sign-in began. Its tokens are for a credential with these fields only. */
  fields: JsonObject;
  /** The authorization server, if it was discovered. */
  server?: GrantedServer;
}

/** A sign-in that somebody began. */
export interface BegunCredentialSignIn {
  id: string;
  organizationId: string;
  credentialId: string;
  /** The browser session that began it; null if an API key began it. */
  signInId: string | null;
  /** A person's e-mail address or a key's name. */
  begunBy: string;
  content: SignInContent;
}

/**
 * Stores a sign-in until the browser returns. Resolves to false if the credential was changed since its fields were
 * read, or deleted.
 * @param signInId the browser session that it is bound to; null for an API key's
 */
export function beginCredentialSignIn(
  scope: CredentialsScope,
  actor: Actor,
  credential: { id: string; name: string; type: string },
  { content, signInId }: { content: SignInContent; signInId: string | null },
): Promise<boolean> {
  const { organizationId, secretsKey } = scope;
  return scope.change(async (database) => {
    // A change that waits for this lock deletes the sign-in.
    const unchanged = await database.$queryRaw<object[]>`SELECT id FROM credentials
      WHERE id = ${credential.id}::uuid AND organization_id = ${organizationId}::uuid
        AND fields = ${JSON.stringify(content.fields)}::jsonb FOR KEY SHARE`;
    if (unchanged.length === 0) return false;
    await makeRoom(database, credential.id);
    const id = timeOrderedId();
    await database.credentialSignIn.create({
      data: {
        id,
        organizationId,
        credentialId: credential.id,
        stateHash: hashOf(content.state),
        sealed: sealSecret(secretsKey, organizationId, signInSecretName(id), JSON.stringify(content)),
        signInId,
        begunBy: actor.name,
        expiresAt: await readTimeIn(database, SIGN_IN_MS),
      },
    });
    await writeAudit(database, organizationId, actor, credentialEntry('authorize', credential));
    return true;
  });
}

async function makeRoom(database: Prisma.TransactionClient, credentialId: string): Promise<void> {
  await database.credentialSignIn.deleteMany({ where: { expiresAt: { lt: await readNow(database) } } });
  const excess = await database.credentialSignIn.findMany({
    where: { credentialId },
    orderBy: { id: 'desc' },
    skip: MOST_SIGN_INS - 1,
    select: { id: true },
  });
  await database.credentialSignIn.deleteMany({ where: { id: { in: excess.map(({ id }) => id) } } });
}

/** Returns the sign-in of a browser that returned, or null if it does not exist, expired or was completed. */
export async function findCredentialSignIn(
  prisma: PrismaClient,
  keys: SecretsKeys,
  state: string,
): Promise<BegunCredentialSignIn | null> {
  const row = await prisma.credentialSignIn.findUnique({ where: { stateHash: hashOf(state) } });
  if (row === null || row.expiresAt <= (await readNow(prisma))) return null;
  const { id, organizationId, credentialId, signInId, begunBy } = row;
  const opened = openSecret(keys, organizationId, signInSecretName(id), row.sealed);
  return { id, organizationId, credentialId, signInId, begunBy, content: JSON.parse(opened) as SignInContent };
}

/** Ends a sign-in. Returns false if another request ended it first. */
export async function takeCredentialSignIn(prisma: PrismaClient, { id }: { id: string }): Promise<boolean> {
  return (await prisma.credentialSignIn.deleteMany({ where: { id } })).count > 0;
}

function hashOf(state: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(state).digest());
}
