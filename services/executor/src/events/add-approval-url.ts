import type { Questions } from '@workflow/session-store';
import type { JsonObject } from '@workflow/workflow-model';

/** The beginning of the body of an event about a waiting approval. */
const OF_APPROVAL = '{"type":"approval.waiting",';

/** Returns the URL of a waiting approval, or null if it no longer waits. */
export type ApprovalUrls = (organizationId: string, approvalId: string) => Promise<string | null>;

/** @param publicUrl the value of `PUBLIC_URL` */
export function approvalUrls(questions: Questions, publicUrl: string): ApprovalUrls {
  return async (organizationId, approvalId) => {
    const place = await questions.findPlaceOfApproval(organizationId, approvalId);
    return place === null ? null : `${publicUrl}/approvals/${await questions.addresses.tokenOf('approval', place)}`;
  };
}

/**
 * Adds the URL to a body before it is sent. Everyone who has the URL of an approval may decide, so no stored body
 * contains it.
 */
export async function addApprovalUrl(
  body: string,
  { organizationId, urlOf }: { organizationId: string; urlOf: ApprovalUrls },
): Promise<string> {
  if (!body.startsWith(OF_APPROVAL)) return body;
  const event = JSON.parse(body) as { data: JsonObject };
  const url = await urlOf(organizationId, String(event.data['id']));
  return url === null ? body : JSON.stringify({ ...event, data: { ...event.data, url } });
}
