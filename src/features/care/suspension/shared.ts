// What staff write to suspended customers: when they suspend one, and with each update.
export { staffSuspensionCopy } from './staffCopy'
export { suspensionTextProblem, TextAndDayFields } from './TextAndDayFields'
