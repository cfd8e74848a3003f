/** How long a request to the database may take, in ms. */
export const restLimit = 20_000

/**
 * `fetch` that fails like a lost connection when no response arrives within `limit` milliseconds. `sent`: the response, if the
 * request was sent before.
 */
async function fetchWithin(
  limit: number,
  input: string,
  init: RequestInit,
  sent?: Promise<Response>,
): Promise<Response> {
  const controller = new AbortController()
  const { signal } = init
  const handleAbort = () => controller.abort(signal?.reason)
  const timer = setTimeout(() => controller.abort(new DOMException('Failed to fetch', 'TimeoutError')), limit)
  if (signal?.aborted) handleAbort()
  signal?.addEventListener('abort', handleAbort, { once: true })
  try {
    return await (sent === undefined
      ? fetch(input, { ...init, signal: controller.signal })
      : Promise.race([sent, abortOf(controller.signal)]))
  } finally {
    clearTimeout(timer)
  }
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}

/** The server answers this many requests of a user at the same time (docs/decisions/0077). */
const most = 6
/** Pauses before a request is sent again that the server refused for the requests of another tab, in ms. */
const pauses = [150, 300, 600, 1200]

let running = 0
const waiting: (() => void)[] = []

/** `fetchWithin` that waits for its turn, and sends a request again that was out of turn. */
export async function fetchInTurn(...[limit, input, init, sent]: Parameters<typeof fetchWithin>): Promise<Response> {
  let early = sent
  for (const pause of pauses) {
    const response = await fetchAfterOthers(limit, input, init, early)
    if (!(await isOutOfTurn(response))) return response
    early = undefined
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return fetchAfterOthers(limit, input, init)
}

async function fetchAfterOthers(...request: Parameters<typeof fetchWithin>): Promise<Response> {
  if (running === most) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await fetchWithin(...request)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

async function isOutOfTurn(response: Response): Promise<boolean> {
  return response.status === 429 && (await response.clone().text()).includes('"too-many-requests"')
}
