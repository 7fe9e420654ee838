// Gives the reader a file.

export function save(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

// A name for a file of ours out of a document's: no folders, nothing that turns the direction of text.
export function stem(name: string): string {
  const last = name.split(/[\\/]/).pop() ?? '';
  const plain = last.replace(/\.[^.]{1,5}$/, '').replace(/[\p{Cc}\p{Cf}:*?"<>|]/gu, '_');
  return plain.slice(0, 100) || 'document';
}
