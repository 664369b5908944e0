import { createApiClient, createOrganization, httpWorkflow } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import { labFault } from '../lab-fault.ts';
import { postRuns } from '../post-runs.ts';
import { StepRecorder } from '../step-recorder.ts';

const FINISH_P99_SECONDS = 2;

/** One organization has a large backlog; another sends a hundred runs of the same workflow. */
export const noisyNeighbour = labFault({
  name: 'a neighbour with a backlog',
  short: false,
  inject: async ({ size, startLab, own }) => {
    const recorder = own(new StepRecorder(100));
    const lab = await startLab({ backend: 'redis', executors: 1 });
    const workflow = httpWorkflow(await recorder.listen(), 1);
    const quiet = {
      api: createApiClient(lab.ingressUrl, (await createOrganization(lab.postgres.url, 'Quiet')).apiKey),
      ingressPorts: lab.ingressPorts,
    };
    const noisyRequest = await runRequest(lab, workflow);
    const quietRequest = await runRequest(quiet, workflow);
    const backlog = size.of(50_000, 5_000);
    const noisy = await postRuns({ requests: [noisyRequest], total: backlog, ratePerSecond: 20_000 });
    const few = await postRuns({ requests: [quietRequest], total: 100, ratePerSecond: 100 });
    const standing = await lab.withDatabase(async (database) => {
      for (;;) {
        const { rows } = await database.query<{ open: string; p99: string; standing: string }>(
          `SELECT count(*) FILTER (WHERE finished_at IS NULL) AS open,
                  percentile_disc(0.99) WITHIN GROUP (
                    ORDER BY extract(epoch FROM finished_at - uuid_extract_timestamp(id))) AS p99,
                  (SELECT count(*) FROM sessions WHERE organization_id = $2 AND finished_at IS NULL) AS standing
             FROM sessions WHERE id = ANY($1::uuid[])`,
          [few.accepted, lab.organization.id],
        );
        if (Number(rows[0]!.open) === 0) return { p99: Number(rows[0]!.p99), left: Number(rows[0]!.standing) };
      }
    });
    return {
      accepted: [...few.accepted, ...noisy.accepted],
      withinSeconds: size.of(600, 120),
      bars: [
        { text: `p99 to finish ${standing.p99.toFixed(2)} s`, met: standing.p99 <= FINISH_P99_SECONDS },
        { text: `${standing.left} of the neighbour's still waiting`, met: standing.left > 0 },
      ],
    };
  },
});
