import type { EnvReader } from '@workflow/service-runtime';

export type WatchesConfig = ReturnType<typeof readWatchesConfig>;

/** Reads the limits of callers that wait for sessions or watch them (docs/environment.md). */
export function readWatchesConfig(reader: EnvReader) {
  return {
    maxSessionWaits: reader.integer('MAX_SESSION_WAITS', { default: 5_000, min: 0 }),
    maxSessionWaitsPerOrganization: reader.integer('MAX_SESSION_WAITS_PER_ORGANIZATION', { default: 2_500, min: 0 }),
    maxEventStreams: reader.integer('MAX_EVENT_STREAMS', { default: 1_000, min: 0 }),
    maxEventStreamsPerOrganization: reader.integer('MAX_EVENT_STREAMS_PER_ORGANIZATION', { default: 200, min: 0 }),
    maxChatStreamsPerAddress: reader.integer('MAX_CHAT_STREAMS_PER_ADDRESS', { default: 20, min: 0 }),
    maxStreamEventBytes: reader.integer('MAX_STREAM_EVENT_BYTES', { default: 1_048_576, min: 1_024 }),
  };
}
