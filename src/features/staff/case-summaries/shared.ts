export { CaseRows } from './CaseRows'
export { describeDue, nextWords } from './caseState'
export { kindTitles, matterOf, titleOf } from './words'
