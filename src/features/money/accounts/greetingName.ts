/** The first name for the greeting, or 'there' without a name. */
export function greetingName(fullName: string | null | undefined): string {
  return fullName?.trim().split(/\s+/)[0] || 'there'
}
