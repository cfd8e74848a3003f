import { keys } from '../settings'

const everyMs = 5000

/** Calls edge functions every five seconds with the secret key, as the jobs of a hosted project do. */
export function callRepeatedly({
  apiUrl,
  names,
  log,
}: {
  apiUrl: string
  names: string[]
  log: (line: string) => void
}) {
  const running = new Set<string>()

  async function call(name: string): Promise<void> {
    // A slow run is not overtaken by the next.
    if (running.has(name)) return
    running.add(name)
    try {
      const response = await fetch(`${apiUrl}/functions/v1/${name}`, {
        method: 'POST',
        headers: { apikey: keys.secret, authorization: `Bearer ${keys.secret}` },
      })
      if (!response.ok) log(`[${name}] answered ${response.status}`)
    } catch {
      // The stack is stopping, or the gateway restarts: the next run finds out.
    } finally {
      running.delete(name)
    }
  }

  const timer = setInterval(() => void Promise.all(names.map(call)), everyMs)
  return {
    async close(): Promise<void> {
      clearInterval(timer)
    },
  }
}
