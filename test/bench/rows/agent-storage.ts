import { atMost, round, type RowResult } from '../row.ts';
import { incompressible, startAgentLab, turnOf } from './agent-lab.ts';

const TURNS = 100;
/** 2,000 tokens of about four characters. */
const TURN_BYTES = 8_000;
const SMALL_BYTES = 5_000;
const LARGE_BYTES = 200_000;
/** Each tenth result is large. */
const LARGE_EVERY = 10;
const BAR = 1.5;

/**
 * Measures what an agent of 100 turns and 200,000 tokens stores, with results of 5 KB and of 200 KB: the bytes of its
 * steps for each distinct byte, which are the words of the model and the results.
 */
export async function measureAgentStorage(): Promise<RowResult> {
  let words = 0;
  const { lab, models, sent, publishTool, publishAgent, stop } = await startAgentLab((body) => {
    const turn = turnOf(body);
    // Each request has the whole conversation.
    models.requests.length = 0;
    const text = incompressible(TURN_BYTES);
    words += TURN_BYTES;
    if (turn === TURNS) return { text };
    const bytes = turn % LARGE_EVERY === 0 ? LARGE_BYTES : SMALL_BYTES;
    return { streamed: { pieces: [text], calls: [{ tool: 'Read', arguments: { bytes: String(bytes) } }] } };
  });
  try {
    const tool = await publishTool();
    const start = await publishAgent({ tools: [{ workflowId: tool }], maxTurns: TURNS });
    const sessionId = await start();
    const { status, error } = await lab.api.untilEnded(sessionId, 300_000);
    if (status !== 'SUCCEEDED') throw new Error(`The agent ended ${status}: ${JSON.stringify(error)}`);
    const [row] = await lab.withDatabase(async (database) => {
      const { rows } = await database.query<{ bytes: number; stored: number; ofTools: number }>(
        `SELECT sum(coalesce(input_bytes, 0) + coalesce(output_bytes, 0))::float8 AS bytes,
          sum(pg_column_size(t.*))::float8 AS stored,
          (SELECT sum(pg_column_size(s.*)) + coalesce((SELECT sum(pg_column_size(c.*)) FROM steps c
            WHERE c.session_id IN (SELECT id FROM sessions WHERE parent_id = $1)), 0)
            FROM sessions s WHERE s.parent_id = $1)::float8 AS "ofTools"
        FROM steps t WHERE session_id = $1`,
        [sessionId],
      );
      return rows;
    });
    const { bytes, stored, ofTools } = row!;
    const distinct = words + sent.reduce((sum, text) => sum + text.length, 0);
    const ratio = bytes / distinct;
    const values = {
      agentStorageRatio: round(ratio),
      agentStoredMib: round(stored / 2 ** 20),
      toolsStoredMib: round(ofTools / 2 ** 20),
      agentDistinctMib: round(distinct / 2 ** 20),
    };
    const measured =
      `${values.agentStorageRatio} bytes for each distinct one (on disk ${values.agentStoredMib} MiB of ` +
      `${values.agentDistinctMib} MiB; the sessions of the tools ${values.toolsStoredMib} MiB)`;
    return atMost('an agent of 100 turns: stored bytes', values, ratio, BAR, measured);
  } finally {
    await stop();
  }
}
