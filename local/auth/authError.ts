/** An error that the answer describes, with status, code and message of Supabase Auth. */
export class AuthError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: Record<string, unknown> = {},
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = 'AuthError'
  }
}

export function validationFailed(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message)
}

export function unexpectedFailure(message: string, cause: unknown): AuthError {
  return new AuthError(500, 'unexpected_failure', message, {}, { cause })
}

/** Clients that send API version 2024-01-01 read `code` and `message`; older ones read `error_code` and `msg`. */
export function errorBody(error: AuthError, apiVersion: string | null): Record<string, unknown> {
  return apiVersion !== null && apiVersion >= '2024-01-01'
    ? { code: error.code, message: error.message, ...error.details }
    : { code: error.status, error_code: error.code, msg: error.message, ...error.details }
}
