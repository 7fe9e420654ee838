// Colours of a screenshot: the browser decodes it.

// Mean [red, green, blue] of a rectangle {x, y, width, height}, in pixels of the screenshot.
export const meanColour = (page, png, area) =>
  page.evaluate(
    async ([base64, { x, y, width, height }]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d');
      context.drawImage(bitmap, x, y, width, height, 0, 0, width, height);
      const { data } = context.getImageData(0, 0, width, height);
      const sums = [0, 0, 0];
      for (let at = 0; at < data.length; at += 4) for (let part = 0; part < 3; part++) sums[part] += data[at + part];
      return sums.map((sum) => sum / (width * height));
    },
    [png.toString('base64'), area],
  );

export const rectangle = async (element) => {
  const { x, y, width, height } = await element.boundingBox();
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
};
