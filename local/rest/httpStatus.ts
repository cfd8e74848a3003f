/** The HTTP status that a database error code names; null when it names none. */
export function httpStatus(text: string): number | null {
  return /^[2-5]\d\d$/.test(text) ? Number(text) : null
}

/** `new Response` refuses a body with these statuses. */
export function hasBody(status: number): boolean {
  return ![204, 205, 304].includes(status)
}
