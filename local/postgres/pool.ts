import postgres from 'postgres'

type Options = postgres.Options<Record<string, never>>
type Member = { sql: postgres.Sql; isLost: boolean }

export type Pool = {
  /** Lends a connection; whoever asks when all are lent waits in line. */
  use<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * Connections that are thrown away when the server ends them. The library's own pool (3.4.9) makes them anew instead,
 * and then hangs on what it had not yet written, or runs the rest of a lost transaction inside somebody else's.
 */
export function createPool(url: string, size: number, options: Options): Pool {
  const idle: Member[] = []
  const waiting: ((member: Member) => void)[] = []
  const all = new Set<Member>()

  function open(): Member {
    const member: Member = {
      isLost: false,
      sql: postgres(url, {
        ...options,
        max: 1,
        max_lifetime: null,
        onclose: () => {
          member.isLost = true
        },
      }),
    }
    all.add(member)
    return member
  }

  function discard(member: Member): void {
    all.delete(member)
    void member.sql.end({ timeout: 0 })
  }

  async function take(): Promise<Member> {
    for (let member = idle.pop(); member !== undefined; member = idle.pop()) {
      if (!member.isLost) return member
      discard(member)
    }
    return all.size < size ? open() : new Promise((resolve) => waiting.push(resolve))
  }

  function giveBack(member: Member): void {
    if (member.isLost) discard(member)
    const next = waiting.shift()
    if (next) next(member.isLost ? open() : member)
    else if (!member.isLost) idle.push(member)
  }

  return {
    async use(work) {
      const member = await take()
      try {
        return await work(member.sql)
      } catch (error) {
        if (isLoss(error)) member.isLost = true
        throw error
      } finally {
        giveBack(member)
      }
    },
    async close() {
      await Promise.all([...all].map(({ sql }) => sql.end({ timeout: 1 })))
    },
  }
}

/** An error of the connection, not of what was asked on it, however its receiver words it. */
function isLoss(error: unknown): boolean {
  if (error instanceof postgres.PostgresError) return error.severity === 'FATAL' || error.severity === 'PANIC'
  if (!(error instanceof Error)) return false
  return ('code' in error && /^(?:E[A-Z]+|CONNECT\w+)$/.test(String(error.code))) || isLoss(error.cause)
}
