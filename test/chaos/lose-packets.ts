import { execFileSync } from 'node:child_process';

/**
 * Drops a share of the packets to and from a port of this machine, so that TCP sends them again. Only root may do it.
 * @returns the function that ends it
 */
export function losePackets(port: number, share: number): () => void {
  const rules = ['--dport', '--sport'].map((side) => [
    ...['INPUT', '-i', 'lo', '-p', 'tcp', side, String(port)],
    ...['-m', 'statistic', '--mode', 'random', '--probability', String(share), '-j', 'DROP'],
  ]);
  for (const rule of rules) execFileSync('iptables', ['-w', '-A', ...rule]);
  return () => {
    for (const rule of rules) execFileSync('iptables', ['-w', '-D', ...rule]);
  };
}
