import type { Questions } from '@workflow/session-store';
import type { JsonObject } from '@workflow/workflow-model';

/** How the body of an event begins that tells of a waiting approval. */
const OF_APPROVAL = '{"type":"approval.waiting",';

/** Finds the address of a waiting approval; null: it waits no more. */
export type ApprovalUrls = (organizationId: string, approvalId: string) => Promise<string | null>;

/** @param publicUrl as `PUBLIC_URL` has it */
export function approvalUrls(questions: Questions, publicUrl: string): ApprovalUrls {
  return async (organizationId, approvalId) => {
    const place = await questions.findPlaceOfApproval(organizationId, approvalId);
    return place === null ? null : `${publicUrl}/approvals/${await questions.addresses.tokenOf('approval', place)}`;
  };
}

/** The body that is sent: whoever has the address of an approval may decide, so no stored body has it. */
export async function addApprovalUrl(
  body: string,
  { organizationId, urlOf }: { organizationId: string; urlOf: ApprovalUrls },
): Promise<string> {
  if (!body.startsWith(OF_APPROVAL)) return body;
  const event = JSON.parse(body) as { data: JsonObject };
  const url = await urlOf(organizationId, String(event.data['id']));
  return url === null ? body : JSON.stringify({ ...event, data: { ...event.data, url } });
}
