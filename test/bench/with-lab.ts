import { Lab, type LabOptions } from '@workflow/test-harness';

/** Measures in a lab that is stopped afterwards. */
export async function withLab<Result>(options: LabOptions, measure: (lab: Lab) => Promise<Result>): Promise<Result> {
  const lab = await Lab.start(options);
  try {
    return await measure(lab);
  } finally {
    await lab.stop();
  }
}
