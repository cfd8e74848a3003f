import type { Pool } from '../postgres/pool'
import { AuthError, validationFailed } from './authError'

const bcryptMaximumBytes = 72

export type Passwords = ReturnType<typeof createPasswords>

/** Hashes and compares with pgcrypto, in the same format as the SQL functions that set a PIN. */
export function createPasswords(pool: Pool, options: { cost: number; minimumLength: number }) {
  // A well-formed hash that costs as much to compare as a real one. A match with it is never accepted.
  const decoy = `$2a$${String(options.cost).padStart(2, '0')}$${'.'.repeat(22 + 31)}`

  async function hash(password: string): Promise<string> {
    const [row] = await pool.use(
      (db) => db<[{ hash: string }]>`
        select extensions.crypt(${password}, extensions.gen_salt('bf', ${options.cost})) as hash`,
    )
    return row.hash
  }

  return {
    hash,

    /** Compares with a decoy when there is no hash, so that the time does not reveal whether the account exists. */
    async matches(password: string, storedHash: string | null | undefined): Promise<boolean> {
      const isBcrypt = /^\$2[abxy]\$/.test(storedHash ?? '')
      const target = isBcrypt && storedHash ? storedHash : decoy
      const [row] = await pool.use(
        (db) => db<[{ same: boolean }]>`select extensions.crypt(${password}, ${target}) = ${target} as same`,
      )
      return isBcrypt && row.same
    },

    assertStrong(password: string): void {
      const { minimumLength } = options
      const length = Buffer.byteLength(password)
      if (length < minimumLength) {
        throw new AuthError(422, 'weak_password', `Password should be at least ${minimumLength} characters.`, {
          weak_password: { reasons: ['length'] },
        })
      }
      if (length > bcryptMaximumBytes) {
        throw validationFailed('Password cannot be longer than 72 characters')
      }
    },
  }
}
