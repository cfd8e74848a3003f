/** Sends one message to a worker and returns its first answer. The worker ends then. */
export async function askWorker<Answer>(
  worker: Worker,
  message: unknown,
  transfer: Transferable[] = [],
): Promise<Answer> {
  try {
    return await new Promise<Answer>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => resolve(data))
      worker.addEventListener('error', (event) => reject(new Error(event.message || 'The worker was not loaded')))
      worker.postMessage(message, transfer)
    })
  } finally {
    worker.terminate()
  }
}
