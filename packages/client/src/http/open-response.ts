import type { Call, Reading, Transport } from './transport.ts';

/** A good answer that is read as it comes. */
export interface OpenResponse {
  response: Response;
  reading: Reading;
  /** Ends the connection; what was not read is dropped. */
  close(): void;
}

/** One try of a call whose answer stays open until it is closed. @throws ApiError, ConnectionError, AbortError */
export function openResponse(transport: Transport, call: Call): Promise<OpenResponse> {
  return new Promise((resolve, reject) => {
    let close = (): void => undefined;
    const untilClosed = new Promise<void>((end) => {
      close = end;
    });
    const keepOpen = (response: Response, reading: Reading): Promise<void> => {
      resolve({ response, reading, close });
      return untilClosed;
    };
    transport.once(call, keepOpen).catch(reject);
  });
}
