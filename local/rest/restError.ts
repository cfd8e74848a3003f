/** An error that the answer describes, with the code from PostgREST's documentation. */
export class RestError extends Error {
  readonly details: unknown
  readonly hint: string | null
  readonly headers: Record<string, string>

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    more: { details?: unknown; hint?: string | null; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.name = 'RestError'
    this.details = more.details ?? null
    this.hint = more.hint ?? null
    this.headers = more.headers ?? {}
  }
}
