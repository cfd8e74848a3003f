import type postgres from 'postgres'
import type { Caller } from '../caller'
import type { AuthConfig } from './authConfig'
import type { PasswordHook } from './passwordHook'
import type { Passwords } from './passwords'
import type { Client, Sessions } from './sessions'

export type AuthContext = {
  /** The connection of this request. */
  sql: postgres.Sql
  config: AuthConfig
  jwtSecret: string
  issuer: string
  passwords: Passwords
  sessions: Sessions
  passwordHook: PasswordHook
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
