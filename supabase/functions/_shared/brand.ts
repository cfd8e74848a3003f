// The functions' running code does not import from src/, so this repeats `src/brand.ts`. A test compares the two.

/** The bank's name in mails and in the chat. */
export const bankName = 'Fernbank'
/** The chat assistant's name. */
export const assistantName = 'Fern'
/** Where customers write to who have no app. */
export const supportEmail = 'support@fernbank.example'
