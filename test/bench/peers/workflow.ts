/** The input of the benchmark's workflow, which is the code form of `transformWorkflow` in the test harness. */
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
