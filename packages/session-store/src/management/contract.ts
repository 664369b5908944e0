import type { Component, Connection, Definition, DefinitionProblem, SessionStatus } from '@workflow/workflow-model';
import type { ChangeRecord, ExecutorView } from '../contract.ts';

/** Who does something, as the audit log names them. */
export interface Actor {
  type: 'user' | 'api-key' | 'system';
  id: string | null;
  /** E-mail address or key name. */
  name: string;
}

/** A page of a list, newest first. `nextCursor` is null on the last one. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** `cursor`: the id of the last item of the page before. */
export interface PageRequest {
  limit: number;
  cursor?: string;
}

// ---- workflows ----

/** CHANGED: published, and the draft differs from the published version. */
export type WorkflowState = 'DRAFT' | 'PUBLISHED' | 'CHANGED';

export interface WorkflowSummary {
  id: string;
  name: string;
  description: string;
  /** Rises with every change of the draft. */
  revision: number;
  state: WorkflowState;
  publishedVersion: number | null;
  createdAt: string;
  updatedAt: string;
}

export interface WorkflowListItem extends WorkflowSummary {
  componentCount: number;
  lastSession: { id: string; status: SessionStatus; createdAt: string } | null;
}

/** A workflow with its draft. */
export interface WorkflowDraft extends WorkflowSummary {
  components: Component[];
  connections: Connection[];
}

export interface DraftContent {
  name: string;
  description: string;
  components: Component[];
  connections: Connection[];
}

export interface WorkflowVersionView {
  workflowId: string;
  number: number;
  name: string;
  description: string;
  createdAt: string;
  createdBy: PersonView | null;
  /** This one is what PROD runs. */
  published: boolean;
}

/** Who made something. The name is null when the user or key is gone. */
export interface PersonView {
  id: string;
  name: string | null;
}

export type SaveDraftOutcome = { kind: 'saved'; workflow: WorkflowDraft } | { kind: 'stale' } | { kind: 'not-found' };

export type PublishOutcome =
  | { kind: 'published'; version: WorkflowVersionView }
  | { kind: 'problems'; problems: DefinitionProblem[] }
  | { kind: 'stale' }
  | { kind: 'not-found' };

export interface PublishRequest {
  /** null: whatever the draft is. */
  expectedRevision: number | null;
  check(definition: Definition): DefinitionProblem[];
}

// ---- keys, tokens, secrets ----

export interface ApiKeyView {
  id: string;
  name: string;
  prefix: string;
  scopes: string[];
  createdAt: string;
  createdBy: PersonView | null;
  expiresAt: string | null;
  lastUsedAt: string | null;
}

export interface NewApiKey {
  name: string;
  scopes: string[];
  expiresAt: Date | null;
}

export interface WebhookTokenView {
  id: string;
  prefix: string;
  createdAt: string;
  createdBy: PersonView | null;
  lastUsedAt: string | null;
}

export type CreateTokenOutcome =
  | { kind: 'created'; token: WebhookTokenView; value: string }
  | { kind: 'exists' }
  | { kind: 'not-a-webhook' }
  | { kind: 'not-found' };

export interface SecretView {
  name: string;
  createdAt: string;
  updatedAt: string;
  updatedBy: PersonView | null;
}

// ---- audit log ----

export interface AuditEntryView {
  id: string;
  at: string;
  actor: Actor;
  /** `<what>.<verb>`. */
  action: string;
  target: { type: string; id: string | null };
  detail: Record<string, unknown> | null;
}

export interface AuditEntry {
  /** `<what>.<verb>`: `api-key.create`, `workflow.publish`. */
  action: string;
  targetType: string;
  targetId: string | null;
  detail?: Record<string, string | number | boolean | null | string[]>;
}

/**
 * Everything that a console or a key with the scope `manage` does to one organization. Every statement
 * carries the organization's id, so nothing of another one can be read or changed through it.
 */
export interface OrganizationManagement {
  listWorkflows(page: PageRequest & { search?: string; state?: WorkflowState }): Promise<Page<WorkflowListItem>>;
  /** `id`: a new one unless given. */
  createWorkflow(actor: Actor, content: DraftContent, id?: string): Promise<WorkflowDraft>;
  readWorkflow(workflowId: string): Promise<WorkflowDraft | null>;
  /** `expectedRevision` null: whatever it is. */
  saveDraft(actor: Actor, workflowId: string, expectedRevision: number | null, content: DraftContent): Promise<SaveDraftOutcome>;
  publishWorkflow(actor: Actor, workflowId: string, request: PublishRequest): Promise<PublishOutcome>;
  /** null: not found. Unpublishing what is not published changes nothing. */
  unpublishWorkflow(actor: Actor, workflowId: string): Promise<WorkflowDraft | null>;
  /** Sessions stay readable; tokens end. false: not found. */
  deleteWorkflow(actor: Actor, workflowId: string): Promise<boolean>;
  /** null: no such workflow. */
  listVersions(workflowId: string, page: { limit: number; cursor?: number }): Promise<{ items: WorkflowVersionView[]; nextCursor: string | null } | null>;
  readVersion(workflowId: string, number: number): Promise<(WorkflowVersionView & Definition) | null>;
  /** The version's definition becomes the draft. null: no such workflow or version. */
  restoreVersion(actor: Actor, workflowId: string, number: number): Promise<WorkflowDraft | null>;
  /** What PROD runs; null when not published. */
  readPublishedDefinition(workflowId: string): Promise<Definition | null>;

  createToken(actor: Actor, workflowId: string, componentId: string): Promise<CreateTokenOutcome>;
  readToken(workflowId: string, componentId: string): Promise<WebhookTokenView | null>;
  deleteToken(actor: Actor, workflowId: string, componentId: string): Promise<boolean>;

  createApiKey(actor: Actor, key: NewApiKey): Promise<{ key: ApiKeyView; value: string }>;
  listApiKeys(page: PageRequest): Promise<Page<ApiKeyView>>;
  deleteApiKey(actor: Actor, keyId: string): Promise<boolean>;

  /** Makes or replaces. */
  putSecret(actor: Actor, name: string, value: string): Promise<{ secret: SecretView; created: boolean }>;
  findSecret(name: string): Promise<SecretView | null>;
  /** By name; `cursor` is the last name of the page before. */
  listSecrets(page: PageRequest): Promise<Page<SecretView>>;
  deleteSecret(actor: Actor, name: string): Promise<boolean>;

  listAudit(page: PageRequest & { action?: string }): Promise<Page<AuditEntryView>>;
  recordAudit(actor: Actor, entry: AuditEntry): Promise<void>;
}

// ---- people ----

export interface FirstAdmin {
  name: string;
  email: string;
  passwordHash: string;
  /** Of the organization that is made. */
  organizationName: string;
  /** Slug of an organization to join instead, when there is one. */
  joinOrganization?: string;
}

export interface InvitationView {
  id: string;
  email: string;
  role: string;
  organizationId: string;
  organizationName: string;
  inviterName: string;
  expiresAt: string;
  /** The e-mail address has an account: sign in to accept. */
  accountExists: boolean;
}

export type AcceptInvitationOutcome =
  | { kind: 'accepted'; userId: string; organizationId: string }
  | { kind: 'account-exists' }
  | { kind: 'not-found' };

/** Accounts as far as the accounts library does not do it itself. */
export interface People {
  /** What the accounts library's own adapter is given; nobody else looks into it. */
  readonly database: object;
  anyUser(): Promise<boolean>;
  /** Only while there is no user; false otherwise. Safe against a race of replicas. */
  createFirstAdmin(admin: FirstAdmin): Promise<boolean>;
  /** The role in the organization; null when not a member (any more). */
  findRole(userId: string, organizationId: string): Promise<string | null>;
  /** The organization that a sign-in makes active: the last active one, else the first joined. */
  findHomeOrganization(userId: string): Promise<string | null>;
  /** Pending and not expired; else null. */
  readInvitation(invitationId: string): Promise<InvitationView | null>;
  /** Makes the account that the invitation is for, and its membership. */
  acceptInvitationWithNewAccount(invitationId: string, account: { name: string; passwordHash: string }): Promise<AcceptInvitationOutcome>;
  /** Counts a try; false when `max` were made within the window that the first of them began. */
  takeTry(key: string, max: number, windowMs: number): Promise<{ allowed: boolean; retryAfterMs: number }>;
  /** Gives one try back: it was no failure. */
  returnTry(key: string): Promise<void>;
}

/** What a change of keys, tokens, published versions and secrets tells the caches. */
export type Change = Pick<ChangeRecord, 'kind' | 'organizationId' | 'subject'>;

export interface Management {
  organization(organizationId: string): OrganizationManagement;
  people: People;
  /** Called after a change of this process was committed, before the operation resolves. */
  onChange(listener: (change: Change) => void): void;
}

export type { ExecutorView };
