/** The number of sessions of an organization that may be in flight, as the dispatcher last wrote it. */
export interface AdmissionQuota {
  organizationId: string;
  inFlight: number;
  quota: number;
  backlogged: boolean;
}

/** Its columns in `admission_quotas`. */
export const ADMISSION_QUOTA_COLUMNS =
  'organization_id AS "organizationId", in_flight AS "inFlight", quota, backlogged';
