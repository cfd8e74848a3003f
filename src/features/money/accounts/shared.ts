export { Balance } from './Balance'
export { setBalanceHidden, useIsBalanceHidden } from './hiddenBalance'
export { PendingNote } from './PendingNote'
