export { Balance } from './Balance'
export { setBalanceHidden, useIsBalanceHidden } from './hiddenBalance'
export { HeldNote } from './HeldNote'
