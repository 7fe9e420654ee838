// Pictures of pages. They come through fetch, because an <img> can send no key; few at once, because
// each is drawn by the server when it is first asked for; and the newest few are kept.
import { getPicture } from '../api/jobs';

const AT_ONCE = 2;
const KEPT = 12;

let running = 0;
const waiting: Array<() => void> = [];
const kept = new Map<string, Promise<Blob>>();

// `urgent`: before all others that wait.
export function pagePicture(id: string, file: number, page: number, urgent: boolean): Promise<Blob> {
  const name = `${id}/${file}/${page}`;
  const known = kept.get(name);
  if (known) {
    kept.delete(name);
    kept.set(name, known);
    return known;
  }
  const picture = turn(urgent).then(async () => {
    try {
      return await getPicture(id, file, page);
    } finally {
      running--;
      waiting.shift()?.();
    }
  });
  kept.set(name, picture);
  picture.catch(() => kept.delete(name));
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break;
    kept.delete(oldest);
  }
  return picture;
}

function turn(urgent: boolean): Promise<void> {
  return new Promise((resolve) => {
    const start = (): void => {
      running++;
      resolve();
    };
    if (running < AT_ONCE) start();
    else if (urgent) waiting.unshift(start);
    else waiting.push(start);
  });
}

// Draws a picture small: the full one is let go.
export async function drawSmall(canvas: HTMLCanvasElement, picture: Blob, width: number): Promise<void> {
  const bitmap = await createImageBitmap(picture, { resizeWidth: width, resizeQuality: 'high' });
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
}
