// Server-sent events out of a fetched body (EventSource can send no key). HTML Living Standard, 9.2.6.

export interface ServerEvent {
  id: string | null; // null: the event named none
  event: string;
  data: string;
}

export class EventReader {
  private rest = '';
  private data: string[] = [];
  private event = '';
  private id: string | null = null;

  // The events that are complete with this piece.
  feed(piece: string): ServerEvent[] {
    const lines = (this.rest + piece).split(/\r\n|\n|\r(?!$)/);
    this.rest = lines.pop() ?? '';
    const events: ServerEvent[] = [];
    for (const line of lines) {
      if (line !== '') this.field(line);
      else {
        if (this.data.length > 0)
          events.push({ id: this.id, event: this.event || 'message', data: this.data.join('\n') });
        this.data = [];
        this.event = '';
        this.id = null;
      }
    }
    return events;
  }

  private field(line: string): void {
    const colon = line.indexOf(':');
    if (colon === 0) return; // a comment keeps the connection alive
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') this.data.push(value);
    else if (name === 'event') this.event = value;
    else if (name === 'id') this.id = value;
  }
}

// `alive` is called for each piece, comments included.
export async function readEvents(
  response: Response,
  handle: (event: ServerEvent) => void,
  alive: () => void = () => {},
): Promise<void> {
  const body = response.body;
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const events = new EventReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    alive();
    for (const event of events.feed(value)) handle(event);
  }
}
