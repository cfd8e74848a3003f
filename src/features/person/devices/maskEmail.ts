/** 'p••••@example.com': the owner recognises it, an onlooker does not learn it. */
export function maskEmail(email: string | null): string {
  const [name = '', domain] = (email ?? '').split('@')
  return domain === undefined || name === '' ? 'your email address' : `${Array.from(name)[0]}••••@${domain}`
}
