import { randomUUID } from 'node:crypto';

/** The input of the benchmark's workflow. */
export interface Input {
  name: string;
  amount: number;
  /** The number of HTTP calls, one after the other. Each is a step. */
  calls: number;
}

export interface Output {
  name: string;
  doubled: number;
}

/** Runs the workflow with the engine's own form of a step, which records the result before it returns. */
export async function runWorkflow(
  { name, amount, calls }: Input,
  step: (name: string, run: () => Promise<unknown>) => Promise<unknown>,
): Promise<Output> {
  for (let index = 0; index < calls; index += 1) await step(`call${index}`, () => callServer({ name, amount }));
  return { name, doubled: amount * 2 };
}

async function callServer(body: object): Promise<unknown> {
  const answer = await fetch(process.env['STEP_URL']!, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
    body: JSON.stringify(body),
  });
  return answer.json();
}
