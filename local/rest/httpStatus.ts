/** A status that the database chose; null when it is none. */
export function httpStatus(text: string): number | null {
  return /^[2-5]\d\d$/.test(text) ? Number(text) : null
}

/** A response of these kinds cannot be made with a body. */
export function hasBody(status: number): boolean {
  return ![204, 205, 304].includes(status)
}
