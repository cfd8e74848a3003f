/** The bank's name as mails carry it. Functions are deployed without src/, so this repeats `src/brand.ts`; a test compares them. */
export const bankName = 'Fernbank'
