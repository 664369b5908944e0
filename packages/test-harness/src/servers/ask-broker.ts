/** Long enough to build the console, or to start servers and services, on a loaded machine. */
const ANSWERS_WITHIN_MS = 280_000;

/** Requests a resource from the process that started this test run. @throws with the error of that process */
export async function askBroker<Answer>(brokerUrl: string, path: string): Promise<Answer> {
  const response = await fetch(`${brokerUrl}${path}`, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
  const text = await response.text();
  if (!response.ok) throw new Error(`No ${path} for this test run: ${text}`);
  return JSON.parse(text) as Answer;
}
