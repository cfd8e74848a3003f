/** How long a request to the database may take, in ms. */
export const restLimit = 20_000

/** `fetch` that fails like a lost connection when no response arrives within `limit` milliseconds. */
export async function fetchWithin(limit: number, ...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const controller = new AbortController()
  const signal = init?.signal
  const handleAbort = () => controller.abort(signal?.reason)
  const timer = setTimeout(() => controller.abort(new DOMException('Failed to fetch', 'TimeoutError')), limit)
  if (signal?.aborted) handleAbort()
  signal?.addEventListener('abort', handleAbort, { once: true })
  try {
    return await fetch(input, { ...init, signal: controller.signal })
  } finally {
    clearTimeout(timer)
  }
}
