// multipart/form-data of a request that a browser made: [{name, fileName, content}].

export function parts(contentType, body) {
  const boundary = /boundary=([^;]+)/.exec(contentType ?? '')?.[1];
  if (!boundary) return [];
  const mark = Buffer.from(`--${boundary}`);
  const found = [];
  let at = body.indexOf(mark);
  while (at >= 0) {
    const next = body.indexOf(mark, at + mark.length);
    if (next < 0) break;
    const part = body.subarray(at + mark.length + 2, next - 2);
    const head = part.subarray(0, part.indexOf('\r\n\r\n')).toString();
    const content = part.subarray(part.indexOf('\r\n\r\n') + 4);
    const field = (name) => new RegExp(`[; ]${name}="([^"]*)"`).exec(head)?.[1];
    found.push({ name: field('name'), fileName: unescape(field('filename')), content });
    at = next;
  }
  return found;
}

// Browsers write three bytes of a name as percent signs (HTML Living Standard, multipart form data).
const unescape = (name) => name?.replace(/%22/g, '"').replace(/%0D/gi, '\r').replace(/%0A/gi, '\n');
