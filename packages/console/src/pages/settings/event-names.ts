/** Readable names for the events of hooks and the states of deliveries. */

export const eventNames: Record<string, string> = {
  'session.succeeded': 'Session succeeded',
  'session.failed': 'Session failed',
  'session.cancelled': 'Session cancelled',
  'failure.new': 'New failure (not seen for 7 days)',
  'approval.waiting': 'Approval waiting',
  'workflow.failing': 'Workflow failing (10 failures in a row)',
  test: 'Test',
};

export const deliveryStatusNames: Record<string, string> = {
  PENDING: 'Pending',
  DELIVERED: 'Delivered',
  FAILED: 'Failed',
};
