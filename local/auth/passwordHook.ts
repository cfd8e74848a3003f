import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { z } from 'zod'
import { AuthError, unexpectedFailure } from './authError'
import { endSessions } from './sessions'

const timeoutMs = 2000

const answerSchema = z.object({
  decision: z.string().optional(),
  message: z.string().default(''),
  should_logout_user: z.boolean().default(false),
  error: z.object({ http_code: z.number().optional(), message: z.string().optional() }).optional(),
})

type Attempt = { userId: string; valid: boolean; address: string }
export type PasswordHook = (sql: postgres.Sql, attempt: Attempt) => Promise<void>

/** Calls the database function for each password attempt, and throws when the function rejects it. */
export function createPasswordHook(functionName: string | null): PasswordHook {
  if (functionName === null) return async () => {}
  return async (sql, { userId, valid, address }) => {
    const event = {
      metadata: {
        uuid: randomUUID(),
        time: new Date().toISOString(),
        name: 'password-verification-attempt',
        ip_address: address,
      },
      user_id: userId,
      valid,
    }
    const answer = await ask(sql, functionName, event)
    if (answer.error?.message) throw new AuthError(answer.error.http_code ?? 500, 'unknown', answer.error.message)
    if (answer.decision !== 'reject') return
    if (answer.should_logout_user) await endSessions(sql, userId)
    throw new AuthError(
      400,
      'invalid_credentials',
      answer.message || 'Further password verification attempts will be rejected.',
    )
  }
}

async function ask(sql: postgres.Sql, functionName: string, event: object) {
  try {
    // A separate transaction: the hook's count of failures is kept when the sign-in fails.
    const answer = await sql.begin(async (db) => {
      await db`select set_config('statement_timeout', ${String(timeoutMs)}, true)`
      const [row] = await db<[{ answer: unknown }]>`
        select ${db.unsafe(functionName)}(${JSON.stringify(event)}::text::jsonb)::jsonb as answer`
      return { value: row.answer }
    })
    return answerSchema.parse(answer.value)
  } catch (error) {
    throw unexpectedFailure('Error running hook URI', error)
  }
}
