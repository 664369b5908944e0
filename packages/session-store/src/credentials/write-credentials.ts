import { isDeepStrictEqual } from 'node:util';
import type { FieldProblem, JsonObject } from '@workflow/workflow-model';
import type { Prisma } from '../generated/client.ts';
import type { Actor } from '../management/audit-log.ts';
import { writeAudit } from '../management/audit-log.ts';
import type { OrganizationScope } from '../management/organization-scope.ts';
import { findPublishedUses } from '../management/references.ts';
import { requireRoom } from '../management/require-room.ts';
import { unlessNameIsTaken } from '../postgres/unique-violation.ts';
import { credentialSecretName } from '../sealing/sealed-columns.ts';
import { openSecret, sealSecret, type SecretsKeys } from '../sealing/secret-sealing.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { pollAgain } from '../triggers/update-triggers.ts';
import { findAppsWith, findCredentialUses } from './credential-uses.ts';
import { credentialView, type CredentialView } from './credential-view.ts';
import { forgetGrant, grantOf } from './grant-of.ts';
import { credentialEntry as entry } from './credential-entry.ts';

export interface CredentialsScope extends OrganizationScope {
  /** The keys that seal secrets. Earlier keys still open them. */
  keys: SecretsKeys;
}

/** The content of a credential. */
export interface CredentialContent {
  name: string;
  fields: JsonObject;
  /** The secrets. Secrets that a change leaves out stay unchanged. */
  secrets: Record<string, string>;
}

type SaveOutcome = { kind: 'saved'; credential: CredentialView } | { kind: 'name-taken' };

/** Creates a credential. Seals the secrets before they reach the database. @throws LimitReachedError */
export function createCredential(
  scope: CredentialsScope,
  actor: Actor,
  type: string,
  { name, fields, secrets }: CredentialContent,
): Promise<SaveOutcome> {
  const { organizationId } = scope;
  return unlessNameIsTaken(() =>
    scope.change(async (database) => {
      await requireRoom(scope, database, 'credentials', () => database.credential.count({ where: { organizationId } }));
      const id = timeOrderedId();
      const data = { id, organizationId, name, type, fields, sealed: seal(scope, id, secrets), createdBy: actor.id };
      const row = await database.credential.create({ data });
      await writeAudit(database, organizationId, actor, entry('create', row));
      return { kind: 'saved', credential: credentialView(row, [], null) };
    }),
  );
}

/** A credential before a change. */
export interface StoredCredential {
  type: string;
  fields: JsonObject;
  /** The names of its secrets. */
  secretNames: readonly string[];
}

/** The result of a check: problems, or whether secrets that the change leaves out stay unchanged. */
export interface CheckedChange {
  problems: FieldProblem[];
  keepsSecrets: boolean;
}

type ReplaceOutcome = SaveOutcome | { kind: 'not-found' } | { kind: 'refused'; problems: FieldProblem[] };

/** @param check checks the change against the stored credential, which is locked */
export function replaceCredential(
  scope: CredentialsScope,
  actor: Actor,
  id: string,
  content: CredentialContent & { check(stored: StoredCredential): CheckedChange },
): Promise<ReplaceOutcome> {
  const { organizationId } = scope;
  return unlessNameIsTaken(() =>
    scope.change<ReplaceOutcome>(async (database) => {
      await lockCredential(database, organizationId, id);
      const before = await database.credential.findFirst({ where: { id, organizationId } });
      if (before === null) return { kind: 'not-found' };
      const opened = openSecret(scope.keys, organizationId, credentialSecretName(id), before.sealed);
      const previous = JSON.parse(opened) as object;
      const stored = { type: before.type, fields: before.fields as JsonObject, secretNames: Object.keys(previous) };
      const { problems, keepsSecrets } = content.check(stored);
      if (problems.length > 0) return { kind: 'refused', problems };
      const { name, fields, secrets } = content;
      const sealed = seal(scope, id, { ...(keepsSecrets && previous), ...secrets });
      const row = await database.credential.update({ where: { id, organizationId }, data: { name, fields, sealed } });
      // The grant belongs to the previous client, server and scopes.
      await forgetGrant(database, id, { all: !isDeepStrictEqual(before.fields, fields) });
      await pollAgain(database, organizationId, row.id);
      await writeAudit(database, organizationId, actor, entry('replace', row));
      const uses = await findCredentialUses({ prisma: database, organizationId }, [id]);
      return { kind: 'saved', credential: credentialView(row, uses.get(id) ?? [], await grantOf(database, id)) };
    }),
  );
}

export type DeleteOutcome =
  | { kind: 'deleted' }
  | { kind: 'not-found' }
  | { kind: 'in-use'; workflows: string[]; apps: string[] };

/** @param force also deletes it if published versions or apps use it, which then fail when they need it */
export function deleteCredential(
  scope: CredentialsScope,
  actor: Actor,
  id: string,
  force: boolean,
): Promise<DeleteOutcome> {
  const { organizationId } = scope;
  return scope.change<DeleteOutcome>(async (database) => {
    // Publishing locks the references of the version. From here on this transaction sees the use, or the publisher
    // checks again.
    await lockCredential(database, organizationId, id);
    const row = await database.credential.findFirst({ where: { id, organizationId }, omit: { sealed: true } });
    if (row === null) return { kind: 'not-found' };
    const workflows = await findPublishedUses(database, organizationId, 'credential', row.id);
    const apps = await findAppsWith(database, organizationId, row.id);
    if (workflows.length + apps.length > 0 && !force) return { kind: 'in-use', workflows, apps };
    await database.credential.deleteMany({ where: { id, organizationId } });
    await database.reference.updateMany({
      where: { organizationId, kind: 'credential', target: row.id },
      data: { deletedName: row.name },
    });
    await writeAudit(database, organizationId, actor, entry('delete', row));
    return { kind: 'deleted' };
  });
}

async function lockCredential(database: Prisma.TransactionClient, organizationId: string, id: string): Promise<void> {
  await database.$executeRaw`SELECT 1 FROM credentials
    WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid FOR UPDATE`;
}

function seal({ secretsKey, organizationId }: CredentialsScope, id: string, secrets: object) {
  return sealSecret(secretsKey, organizationId, credentialSecretName(id), JSON.stringify(secrets));
}
