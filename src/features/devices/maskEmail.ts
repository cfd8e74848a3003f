/** 'p••••@example.com': enough for its owner, nothing for whoever looks over a shoulder. */
export function maskEmail(email: string | null): string {
  const [name = '', domain] = (email ?? '').split('@')
  return domain === undefined || name === '' ? 'your e-mail address' : `${Array.from(name)[0]}••••@${domain}`
}
