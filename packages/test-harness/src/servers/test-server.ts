/** A server that tests share. */
export interface TestServer {
  url: string;
  /** Where the server was found, for the first lines of a test run. */
  origin: string;
  stop(): Promise<void>;
}
