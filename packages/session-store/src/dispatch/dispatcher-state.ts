import { admissionQuota, mixtureOf, type DispatchPolicy, type Mixture } from './admission-policy.ts';
import type { WaitingOrganization } from './feed-sessions.ts';
import { newTurns, type Turns } from './precedence.ts';
import type { BlockRules } from '../blocked/blocked-session.ts';
import type { AdmissionQuota } from '../rows/admission-quota.ts';

export interface OrganizationState extends AdmissionQuota {
  drainRate: number;
  /** Sessions fed since `inFlight` was counted. */
  fed: number;
  /** Sessions of one kind waited, and the last round took all of them. Sessions that wait now arrived later. */
  caughtUp: boolean;
  /** The kinds of sessions that wait in the queue. */
  kinds: (number | null)[];
  ranked: boolean;
}

/**
 * The results of this dispatcher's last rounds. `reconciledAt` is null if there was none, or if another process
 * dispatched since.
 */
export interface DispatcherState {
  readonly blockRules: BlockRules;
  organizations: Map<string, OrganizationState>;
  slots: number;
  inFlight: number;
  reconciledAt: number | null;
  /** The turns by organization, for organizations that had a backlog in the last round. */
  turns: Map<string, Turns>;
  /** The kinds of sessions in queue and backlog by organization, when it was last fed. Others are uniform. */
  mixtures: Map<string, Mixture>;
  /** Organizations whose sessions run one at a time because some of them blocked executors. */
  alone: { readAt: number; organizationIds: readonly string[] };
}

/** The state of an organization without sessions in the queue. */
export const UNSEEN = { drainRate: 0, inFlight: 0, fed: 0, caughtUp: false, kinds: [], ranked: false };

export function newDispatcherState(blockRules: BlockRules): DispatcherState {
  return {
    blockRules,
    organizations: new Map(),
    slots: 0,
    inFlight: 0,
    reconciledAt: null,
    turns: new Map(),
    mixtures: new Map(),
    alone: { readAt: -Infinity, organizationIds: [] },
  };
}

/** The backlogs that this round found, by organization. */
export type Backlogs = ReadonlyMap<string, WaitingOrganization>;

export function turnsOf(state: DispatcherState, organizationId: string): Turns {
  return state.turns.get(organizationId) ?? newTurns();
}

export function mixturesOf({ organizations }: DispatcherState, backlogs: Backlogs): Map<string, Mixture> {
  return new Map(
    [...new Set([...organizations.keys(), ...backlogs.keys()])].map((organizationId) => {
      const { kinds, ranked } = organizations.get(organizationId) ?? UNSEEN;
      const backlog = backlogs.get(organizationId);
      const all = [...kinds, backlog?.firstKind, backlog?.lastKind];
      return [organizationId, mixtureOf(all, ranked || backlog?.ranked === true)];
    }),
  );
}

export function quotaOf(
  state: DispatcherState,
  policy: DispatchPolicy,
  backlogs: Backlogs,
  organizationId: string,
): number {
  const { drainRate } = state.organizations.get(organizationId) ?? UNSEEN;
  const active = new Set([...state.organizations.keys(), ...backlogs.keys()]).size;
  return admissionQuota(drainRate, state.slots, active, policy, state.mixtures.get(organizationId));
}
