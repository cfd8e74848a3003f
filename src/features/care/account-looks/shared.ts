export { LookReason } from './LookReason'
