import postgres from 'postgres'

type Options = postgres.Options<Record<string, never>>
type Member = { sql: postgres.Sql; isLost: boolean }

export type Pool = {
  /** Calls `work` with a connection, and waits when all connections are in use. */
  use<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * A pool that discards connections closed by the server. The pool of the `postgres` library (3.4.9) reopens them and then
 * hangs on unsent statements, or runs the rest of a lost transaction inside another one.
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

/** Whether the connection failed, not the statement. The caller of the pool may have wrapped the error. */
function isLoss(error: unknown): boolean {
  if (error instanceof postgres.PostgresError) return error.severity === 'FATAL' || error.severity === 'PANIC'
  if (!(error instanceof Error)) return false
  return ('code' in error && /^(?:E[A-Z]+|CONNECT\w+)$/.test(String(error.code))) || isLoss(error.cause)
}
