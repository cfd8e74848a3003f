import { whyMissing } from './download'

/** Sends one message to a worker and returns its first answer. The worker ends then. */
export async function askWorker<Answer>(
  worker: Worker,
  message: unknown,
  transfer: Transferable[] = [],
): Promise<Answer> {
  try {
    return await new Promise<Answer>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => resolve(data))
      worker.addEventListener('error', (event) => {
        // A worker whose file is missing has no message.
        if (event.message) reject(new Error(event.message))
        else void whyMissing().then(reject)
      })
      worker.postMessage(message, transfer)
    })
  } finally {
    worker.terminate()
  }
}
