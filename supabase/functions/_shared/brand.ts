// Functions are deployed without src/, so this repeats `src/brand.ts`; a test compares them.

/** The bank's name as mails carry it. */
export const bankName = 'Fernbank'
/** The name that the chat's assistant goes by. */
export const assistantName = 'Fern'
