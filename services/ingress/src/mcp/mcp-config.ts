import type { EnvReader } from '@workflow/service-runtime';

export type McpConfig = ReturnType<typeof readMcpConfig>;

/** Limits of MCP clients (docs/environment.md). */
export function readMcpConfig(reader: EnvReader) {
  return {
    /** How long a call waits for its session; clients give up after 60 s. */
    waitMs: reader.integer('MCP_WAIT_MS', { default: 45_000, min: 0, max: 55_000 }),
    /** Calls of tools, and as many other messages. */
    callsPerMinute: reader.integer('MCP_CALLS_PER_MINUTE', { default: 600, min: 1 }),
    /** Workflows that are listed as tools of their own; beyond it two tools search and run them. */
    maxListedTools: reader.integer('MCP_MAX_LISTED_TOOLS', { default: 40, min: 0, max: 500 }),
    /** Of an output within a result; a larger one is left out. */
    maxOutputBytes: reader.integer('MCP_MAX_OUTPUT_BYTES', { default: 262_144, min: 1_024 }),
    /** Of all results of one request; further messages of it are refused. */
    maxAnswerBytes: reader.integer('MCP_MAX_ANSWER_BYTES', { default: 4_194_304, min: 65_536 }),
  };
}
