/** A server-sent event. */
export interface ServerSentEvent {
  type: string;
  /** The last id that the stream sent with this event or an earlier one. Empty: none was sent. */
  id: string;
  data: string;
}

/** Reads server-sent events from the parts of a stream, which may be cut anywhere (WHATWG HTML §9.2.6). */
export class EventParser {
  /** The pause before reconnecting that the stream asked for, or null. */
  retryMs: number | null = null;
  #open = '';
  #type = '';
  #id = '';
  #data: string[] = [];

  /** Returns the events that end within this part. */
  read(chunk: string): ServerSentEvent[] {
    const lines = (this.#open + chunk).split(/\r\n|\n|\r(?!$)/);
    this.#open = lines.pop() ?? '';
    const events: ServerSentEvent[] = [];
    for (const line of lines) {
      if (line !== '') this.#readField(line);
      else if (this.#data.length > 0) events.push(this.#take());
      else this.#type = '';
    }
    return events;
  }

  #readField(line: string): void {
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') this.#data.push(value);
    else if (name === 'event') this.#type = value;
    else if (name === 'id' && !value.includes('\0')) this.#id = value;
    else if (name === 'retry' && /^\d{1,9}$/.test(value)) this.retryMs = Number(value);
  }

  #take(): ServerSentEvent {
    const event = { type: this.#type || 'message', id: this.#id, data: this.#data.join('\n') };
    this.#type = '';
    this.#data = [];
    return event;
  }
}
