/** A console to build, or servers and services to start, on a loaded machine. */
const ANSWERS_WITHIN_MS = 280_000;

/** What the process that started this test run hands out under a path. @throws with what went wrong there */
export async function askBroker<Answer>(brokerUrl: string, path: string): Promise<Answer> {
  const response = await fetch(`${brokerUrl}${path}`, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
  const text = await response.text();
  if (!response.ok) throw new Error(`No ${path} for this test run: ${text}`);
  return JSON.parse(text) as Answer;
}
