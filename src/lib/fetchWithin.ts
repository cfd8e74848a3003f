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

/** Pauses before a request is sent again that the server refused for the number of requests at once, in ms. */
const pauses = [150, 300, 600, 1200]

/** `fetchWithin` that waits for its turn: the server answers six requests of a user at the same time. */
export async function fetchInTurn(...request: Parameters<typeof fetchWithin>): Promise<Response> {
  for (const pause of pauses) {
    const response = await fetchWithin(...request)
    if (!(await isOutOfTurn(response))) return response
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return fetchWithin(...request)
}

async function isOutOfTurn(response: Response): Promise<boolean> {
  return response.status === 429 && (await response.clone().text()).includes('"too-many-requests"')
}
