import type postgres from 'postgres'
import { keys } from '../settings'

type Job = {
  name: string
  everyMs: number
  /** The function is called only when this is true. */
  isDue?: () => Promise<boolean>
}

/** Calls edge functions with the secret key, as the jobs of a hosted project do. */
export function callRepeatedly({ apiUrl, jobs, log }: { apiUrl: string; jobs: Job[]; log: (line: string) => void }) {
  const running = new Set<string>()

  async function call({ name, isDue = async () => true }: Job): Promise<void> {
    // A slow run is not overtaken by the next.
    if (running.has(name)) return
    running.add(name)
    try {
      if (!(await isDue())) return
      const response = await fetch(`${apiUrl}/functions/v1/${name}`, {
        method: 'POST',
        headers: { apikey: keys.secret, authorization: `Bearer ${keys.secret}` },
      })
      if (!response.ok) log(`[${name}] answered ${response.status}`)
    } catch {
      // The stack is stopping, or a part of it starts again: the next run finds out.
    } finally {
      running.delete(name)
    }
  }

  const timers = jobs.map((job) => setInterval(() => void call(job), job.everyMs))
  return {
    async close(): Promise<void> {
      timers.forEach(clearInterval)
    },
  }
}

/** As the job of a hosted project (docs/deploy.md): each second, when there is something to send. */
export const sendsToOtherBanks = (sql: postgres.Sql): Job => ({
  name: 'send-interbank',
  everyMs: 1000,
  async isDue() {
    const [answer] = await sql<{ isDue: boolean }[]>`select private.has_bank_messages_due() as "isDue"`
    return answer?.isDue === true
  },
})
