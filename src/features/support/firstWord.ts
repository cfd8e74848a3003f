/** What the hub calls a person: the first word of the full name, or 'User' when no name is known. */
export function firstWord(fullName: string | null | undefined): string {
  return fullName?.trim().split(/\s+/)[0] || 'User'
}
