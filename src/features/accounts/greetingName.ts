/** What the greeting calls a person: the first name, or 'there' when no name is known. */
export function greetingName(fullName: string | null | undefined): string {
  return fullName?.trim().split(/\s+/)[0] || 'there'
}
