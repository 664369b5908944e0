import { median } from '../row.ts';

/** Bytes that one party sent to another. */
export interface Message {
  atMs: number;
  from: string;
  to: string;
}

/** The time for which the answer waited for one party. */
export interface Stage {
  party: string;
  ms: number;
}

/**
 * Returns the stages of each request of a single caller, in their order. Their sum is the time from the request to the
 * answer. A stage lasts from the last message that a party received to the one that it sent because of it, so work that
 * nothing waited for is in no stage. Requests without an answer are left out.
 *
 * @param messages in the order of their times
 */
export function criticalPaths(messages: readonly Message[], caller: string): Stage[][] {
  const paths: Stage[][] = [];
  let request: number | null = null;
  for (const [index, { from, to }] of messages.entries()) {
    if (from === caller) request = index;
    else if (to === caller && request !== null) {
      const path = pathBetween(messages, request, index);
      if (path !== null) paths.push(path);
      request = null;
    }
  }
  return paths;
}

/** Goes back from the answer to the message that each party waited for. Returns null if a party received none. */
function pathBetween(messages: readonly Message[], request: number, answer: number): Stage[] | null {
  const path: Stage[] = [];
  let sent = answer;
  while (sent > request) {
    const received = causeOf(messages, request, sent);
    if (received === null) return null;
    path.unshift({ party: messages[sent]!.from, ms: messages[sent]!.atMs - messages[received]!.atMs });
    if (received === request) return path;
    sent = received;
  }
  return null;
}

/**
 * Returns the last message to the sender of a message. A connection that was asked nothing since its last message was
 * notified by another connection of its server, so the last message to any of them counts.
 */
function causeOf(messages: readonly Message[], request: number, sent: number): number | null {
  const { from } = messages[sent]!;
  let toServer: number | null = null;
  for (let index = sent - 1; index >= request; index -= 1) {
    const message = messages[index]!;
    if (message.to === from) return index;
    if (toServer === null && nameOf(message.to) === nameOf(from)) toServer = index;
    if (message.from === from && from !== nameOf(from)) break;
  }
  return toServer;
}

/** The stages of the most common path, with their medians. */
export interface StageSummary {
  stages: Stage[];
  /** The share of the requests that took this path. */
  share: number;
  /** The median time of all requests. */
  p50Ms: number;
}

export function summarizePaths(paths: readonly Stage[][]): StageSummary {
  const byParties = Map.groupBy(paths, (path) => path.map(({ party }) => nameOf(party)).join());
  const common = [...byParties.values()].reduce((most, each) => (each.length > most.length ? each : most), []);
  return {
    stages: (common[0] ?? []).map(({ party }, index) => ({
      party: nameOf(party),
      ms: median(common.map((path) => path[index]!.ms)),
    })),
    share: common.length / paths.length,
    p50Ms: median(paths.map((path) => path.reduce((sum, { ms }) => sum + ms, 0))),
  };
}

/** The name of a party without the number of its connection. */
const nameOf = (party: string): string => party.split(' ')[0]!;
