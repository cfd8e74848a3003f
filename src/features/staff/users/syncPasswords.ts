/** How far the synchronising of all passwords is, with the server's sentence about it. */
export type PasswordsSynced = { changed: number; remaining: number; message: string }

type Steps = {
  /** Updates the next passwords. `changedBefore` is the number of those that this run has already updated. */
  sync: (changedBefore: number) => Promise<PasswordsSynced>
  isStopped: () => boolean
  onProgress: (synced: PasswordsSynced) => void
}

/** Synchronises step by step: the server finds the passwords that are left, so that a later run goes on with them. */
export async function syncPasswords({ sync, isStopped, onProgress }: Steps): Promise<PasswordsSynced> {
  let synced = await sync(0)
  onProgress(synced)
  while (synced.remaining > 0 && !isStopped()) {
    synced = await sync(synced.changed)
    onProgress(synced)
  }
  return synced
}
