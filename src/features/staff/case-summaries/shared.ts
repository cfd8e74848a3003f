import { lazyPart } from '@/lib/lazyPart'

/** Few customers and payments have a case, so their rows are downloaded when they are shown. */
export const CaseRows = lazyPart(async () => (await import('./CaseRows')).CaseRows)
export { CaseMark } from './CaseMark'
export { describeDue } from './caseState'
export { kindTitles, titleOf } from './words'
