/** What the workflow of the benchmark takes: `transformWorkflow` of the test harness in code. */
export interface Input {
  name: string;
  amount: number;
}

export interface Output {
  name: string;
  doubled: number;
}

export function transform({ name, amount }: Input): Output {
  return { name, doubled: amount * 2 };
}
