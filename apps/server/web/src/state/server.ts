// What the server can do: whether there is a model to ask.
import { ApiError } from '../api/client';
import { findModel } from '../api/chat';
import { signal } from './signal';

export const model = signal<string | null>(null);

export async function lookAtServer(): Promise<void> {
  try {
    model.set(await findModel());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    model.set(null); // 401 asks for a key by itself; without an answer there is nothing to ask
  }
}
