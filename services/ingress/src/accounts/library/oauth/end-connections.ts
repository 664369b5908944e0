import type { People } from '@workflow/session-store';
import { asRecord, type HookContext } from '../organization-rules.ts';

/**
 * Ends the tokens of connected applications: all tokens of a person whose password changes, because somebody else may
 * know it, and the tokens for an organization that a person leaves.
 */
export async function endConnections(ctx: HookContext, people: Pick<People, 'endOAuthConnections'>): Promise<void> {
  const returned = asRecord(ctx.context.returned);
  if (ctx.path === '/change-password') {
    const { id } = asRecord(returned['user']);
    if (typeof id === 'string') await people.endOAuthConnections(id, null);
  }
  if (ctx.path !== '/organization/remove-member' && ctx.path !== '/organization/leave') return;
  const { userId, organizationId } = asRecord(returned['member'] ?? returned);
  if (typeof userId === 'string' && typeof organizationId === 'string')
    await people.endOAuthConnections(userId, organizationId);
}
