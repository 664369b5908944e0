// Sends the runs of the batch in docs/clients.md without the client: requests with the maximum number of lines, one
// after the other, and reads each answer completely. Prints `N sessions, N a second`.

const { WORKFLOW_URL, WORKFLOW_API_KEY, WORKFLOW_ID, COMPONENT_ID, COUNT, KEY_START } = process.env;
const MAX_LINES = 10_000;
const count = Number(COUNT);

const since = performance.now();
let sessions = 0;
for (let from = 0; from < count; from += MAX_LINES) {
  let body = '';
  for (let n = from; n < Math.min(count, from + MAX_LINES); n += 1) {
    body += `${JSON.stringify({
      workflowId: WORKFLOW_ID,
      componentId: COMPONENT_ID,
      placeholderValues: { name: `Number ${n}` },
      idempotencyKey: `${KEY_START}${n}`,
    })}\n`;
  }
  const answer = await fetch(`${WORKFLOW_URL}/v1/workflow/run/batch`, {
    method: 'POST',
    headers: { 'x-api-key': WORKFLOW_API_KEY!, 'content-type': 'application/x-ndjson' },
    body,
  });
  sessions += (await answer.text()).split('"httpStatus":200').length - 1;
}
const seconds = (performance.now() - since) / 1_000;
console.log(`${sessions} sessions, ${Math.round(count / seconds)} a second`);
