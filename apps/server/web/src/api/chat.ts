// The model behind the "ask" box: OpenAI's chat completions, streamed.
import { ApiError, call, json } from './client';
import { list, object, text } from './read';
import { readEvents } from './sse';

// The name of the model, or null when there is none to ask.
export async function findModel(): Promise<string | null> {
  const models = list(object(await json('/v1/models')).data).map(object);
  // Without a model the server lists what answers MinerU's tasks alone.
  const chats = models.find(({ capabilities }) => capabilities === undefined || list(capabilities).includes('chat'));
  return text(chats?.id) || null;
}

export async function ask(
  model: string,
  question: string,
  about: Blob | string, // the picture of a page, or its text
  more: (piece: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await call('/v1/chat/completions', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify({
      model,
      stream: true,
      messages: [
        {
          role: 'user',
          content: [
            typeof about === 'string'
              ? { type: 'text', text: `${about}\n\n` }
              : { type: 'image_url', image_url: { url: await dataUri(about) } },
            { type: 'text', text: question },
          ],
        },
      ],
    }),
    signal,
  });
  let failure: ApiError | null = null;
  await readEvents(response, ({ data }) => {
    if (data === '[DONE]') return;
    let body: Record<string, unknown>;
    try {
      body = object(JSON.parse(data));
    } catch {
      return; // not a piece of the answer
    }
    const error = object(body.error);
    if (body.error) failure = new ApiError(200, text(error.code), text(error.message));
    more(text(object(object(list(body.choices)[0]).delta).content));
  });
  if (failure) throw failure;
}

function dataUri(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new ApiError(0, 'picture_unreadable', ''));
    reader.readAsDataURL(blob);
  });
}
