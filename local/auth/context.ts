import type postgres from 'postgres'
import type { Caller } from '../caller'
import type { AuthConfig } from './authConfig'
import type { PasswordHook } from './passwordHook'
import type { Passwords } from './passwords'
import type { RecoveryMail } from './recoveryMail'
import type { Client, Sessions } from './sessions'

/** What every endpoint works with. */
export type AuthContext = {
  /** The one connection of this request. */
  sql: postgres.Sql
  config: AuthConfig
  jwtSecret: string
  issuer: string
  passwords: Passwords
  sessions: Sessions
  passwordHook: PasswordHook
  /** Null when the stack has no mail server to hand mails to. */
  recoveryMail: RecoveryMail | null
}

export type AuthRequest = {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
  caller: Caller
  client: Client
}

export type Answer = { status: number; body?: unknown; headers?: Record<string, string> }
