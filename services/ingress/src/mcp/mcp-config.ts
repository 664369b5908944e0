import type { EnvReader } from '@workflow/service-runtime';

export type McpConfig = ReturnType<typeof readMcpConfig>;

/** Reads the limits of MCP clients (docs/environment.md). */
export function readMcpConfig(reader: EnvReader) {
  return {
    /** The time that a call waits for its session. Clients give up after 60 s. */
    waitMs: reader.integer('MCP_WAIT_MS', { default: 45_000, min: 0, max: 55_000 }),
    /** The calls of tools in a minute, and the same number of other messages. */
    callsPerMinute: reader.integer('MCP_CALLS_PER_MINUTE', { default: 600, min: 1 }),
    /** Maximum number of workflows that are listed as separate tools. Beyond it two tools search and run them. */
    maxListedTools: reader.integer('MCP_MAX_LISTED_TOOLS', { default: 40, min: 0, max: 500 }),
    /** Maximum bytes of an output within a result. A larger one is left out. */
    maxOutputBytes: reader.integer('MCP_MAX_OUTPUT_BYTES', { default: 262_144, min: 1_024 }),
    /** Maximum bytes of all results of one request. Further messages of it are refused. */
    maxAnswerBytes: reader.integer('MCP_MAX_ANSWER_BYTES', { default: 4_194_304, min: 65_536 }),
  };
}
