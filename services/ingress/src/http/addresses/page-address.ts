import { uuidAt, UUID_BYTES, uuidBytes } from '@workflow/session-store';

/** The bytes of the ids of a workflow and of its component, in base64url. */
const PAGE_ID = /^[A-Za-z0-9_-]{43}$/;

interface PagePlace {
  workflowId: string;
  componentId: string;
}

/**
 * Returns the last segment of the URL of a public page, which is the same for all versions of its workflow. It is not a
 * secret.
 */
function pageIdOf({ workflowId, componentId }: PagePlace): string {
  return uuidBytes(workflowId, componentId).toString('base64url');
}

/** The first segments of the paths of public pages, by the trigger of the sessions that they start. */
const ROOTS = { FORM: '/forms', CHAT: '/chats' } as const;
export type PageTrigger = keyof typeof ROOTS;

export function pageUrl(publicUrl: string, trigger: PageTrigger, place: PagePlace): string {
  return `${publicUrl.replace(/\/$/, '')}${pagePath(trigger, pageIdOf(place))}`;
}

export function pagePath(trigger: PageTrigger, pageId: string): string {
  return `${ROOTS[trigger]}/${pageId}`;
}

/** Returns null if no page can have this id. */
export function readPageId(id: string): PagePlace | null {
  if (!PAGE_ID.test(id)) return null;
  const bytes = Buffer.from(id, 'base64url');
  const place = { workflowId: uuidAt(bytes, 0), componentId: uuidAt(bytes, UUID_BYTES) };
  return pageIdOf(place) === id ? place : null;
}
