const dangers: Record<string, string | undefined> = {
  impersonation: 'Urgent: somebody poses as the bank',
  scam: 'Urgent: scam',
  stolen: 'Urgent: lost or stolen',
  takeover: 'Urgent: stranger in the account',
  coercion: 'Urgent: forced or controlled',
  'self-harm': 'Urgent: risk to life',
  debt: 'Urgent: debt',
  gambling: 'Urgent: gambling',
  bereavement: 'Urgent: bereavement',
  vulnerability: 'Urgent: needs support',
}

/** What the assistant has read in the words of a customer who comes first. */
export function dangerWords(danger: string): string {
  return dangers[danger] ?? 'Urgent'
}
