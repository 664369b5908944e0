/** How many sessions of an organization may be in flight, as the dispatcher wrote it last. */
export interface AdmissionQuota {
  organizationId: string;
  inFlight: number;
  quota: number;
  backlogged: boolean;
}

/** Its columns in `admission_quotas`. */
export const ADMISSION_QUOTA_COLUMNS =
  'organization_id AS "organizationId", in_flight AS "inFlight", quota, backlogged';
