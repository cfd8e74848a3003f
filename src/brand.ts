/** The bank's public identity: change it here and nowhere else. */
export const brand = {
  name: 'Fernbank',
  assistantName: 'Fern',
  supportEmail: 'support@fernbank.example',
} as const
