// Files that are dropped anywhere, and screenshots that are pasted.
import { addFiles } from '../state/drafts';
import { many, t } from '../i18n';
import { announce } from './live';

const ENDINGS: Record<string, string> = { 'image/png': '.png', 'image/jpeg': '.jpg', 'image/webp': '.webp' };

export function takeFiles(files: Iterable<File>): void {
  const added = addFiles(files);
  if (added > 0) announce(many(added, 'added', 'addedMany'));
}

// Ends listening when called.
export function receiveFiles(root: HTMLElement): () => void {
  const stop = new AbortController();
  const how = { signal: stop.signal };
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
  document.addEventListener(
    'dragover',
    (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      root.classList.add('dropping');
    },
    how,
  );
  document.addEventListener('dragleave', (event) => event.relatedTarget === null && root.classList.remove('dropping'), how);
  document.addEventListener(
    'drop',
    (event) => {
      root.classList.remove('dropping');
      if (!hasFiles(event)) return;
      event.preventDefault();
      takeFiles(event.dataTransfer?.files ?? []);
    },
    how,
  );
  document.addEventListener(
    'paste',
    (event) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      takeFiles(files.map(withName));
    },
    how,
  );
  return () => stop.abort();
}

// Every pasted screenshot is called image.png.
function withName(file: File): File {
  if (!/^image\.\w+$/.test(file.name)) return file;
  const time = new Date().toTimeString().slice(0, 8).replaceAll(':', '-');
  return new File([file], `${t('pasted')} ${time}${ENDINGS[file.type] ?? '.png'}`, { type: file.type });
}
