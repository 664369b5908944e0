import type { Call, Reading, Transport } from './transport.ts';

/** A successful answer that is read as it arrives. */
export interface OpenResponse {
  response: Response;
  reading: Reading;
  /** Closes the connection and drops unread data. */
  close(): void;
}

/**
 * Sends one try of a call, whose answer stays open until it is closed. @throws ApiError, ConnectionError, AbortError
 */
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
