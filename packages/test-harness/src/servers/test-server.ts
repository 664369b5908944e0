/** A server that tests share. */
export interface TestServer {
  url: string;
  /** Where it came from, for people who read the test run's first lines. */
  origin: string;
  stop(): Promise<void>;
}
