export { Balance } from './Balance'
export { HeldNote } from './HeldNote'
