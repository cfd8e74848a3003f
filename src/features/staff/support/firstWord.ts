/** The first word of the full name, or 'User' without a name. */
export function firstWord(fullName: string | null | undefined): string {
  return fullName?.trim().split(/\s+/)[0] || 'User'
}
